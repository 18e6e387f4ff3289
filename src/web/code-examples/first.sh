curl http://127.0.0.1:3000/api/v1/company/0000000000011 \
  --header "Authorization: Bearer $REGISTRU_API_KEY"
