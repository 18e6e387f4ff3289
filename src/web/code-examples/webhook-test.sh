# Signs an event as the service does, and sends it to a receiver on this machine.
secret=${REGISTRU_WEBHOOK_SECRET:?is not set}
key=$(printf %s "${secret#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
id=msg_local
now=$(date +%s)
body='{"type":"webhook.test","timestamp":"2026-09-22T06:00:00Z","data":{}}'
signature=$(printf %s "$id.$now.$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
curl "http://127.0.0.1:${PORT:-8080}/" --silent --show-error --fail-with-body --max-time 10 \
  --header "webhook-id: $id" --header "webhook-timestamp: $now" \
  --header "webhook-signature: v1,$signature" --header 'Content-Type: application/json' \
  --data-binary "$body" --write-out '%{http_code}\n'
