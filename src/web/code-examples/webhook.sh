# Usage: sh verify.sh ID TIMESTAMP SIGNATURES <body.json
# Checks a request that was kept: three headers, and its body byte for byte.
secret=${REGISTRU_WEBHOOK_SECRET:?is not set}
key=$(printf %s "${secret#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
signature=$({ printf '%s.%s.' "$1" "$2"; cat; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
case " $3 " in
  *" v1,$signature "*) echo 'sent by the service' ;;
  *) echo 'not sent by the service' >&2; exit 1 ;;
esac
