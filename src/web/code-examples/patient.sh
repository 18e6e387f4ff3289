# Usage: sh company.sh IDNO. Keeps the company in IDNO.json, and its ETag in IDNO.etag.
trap 'rm -f "$1.new" "$1.new.etag"' EXIT
answer=$(curl "http://127.0.0.1:3000/api/v1/company/$1" \
  --header "Authorization: Bearer $REGISTRU_API_KEY" \
  --etag-compare "$1.etag" --etag-save "$1.new.etag" --output "$1.new" \
  --retry 4 --retry-all-errors --max-time 10 --silent --write-out '%{http_code} %{content_type}')
case "$answer" in
  304*) ;; # The company has not changed.
  200\ application/json*) mv "$1.new" "$1.json" && mv "$1.new.etag" "$1.etag" ;;
  *\ application/json*) cat "$1.new" >&2; exit 1 ;;
  *) echo "no_answer: the service did not answer with JSON (HTTP ${answer%% *})" >&2; exit 1 ;;
esac
