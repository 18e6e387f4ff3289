# Usage: sh company.sh IDNO. Keeps the company in IDNO.json, and its ETag in IDNO.etag.
curl "http://127.0.0.1:3000/api/v1/company/$1" \
  --header "Authorization: Bearer $REGISTRU_API_KEY" \
  --etag-compare "$1.etag" --etag-save "$1.etag" --output "$1.json" \
  --retry 5 --max-time 10 --fail --silent --show-error
