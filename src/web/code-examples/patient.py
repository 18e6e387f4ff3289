import json, os, re, sys, time, urllib.error, urllib.request

BASE_URL = "http://127.0.0.1:3000"
MAX_TRIES = 5
known = {}  # What was fetched before; in a program that runs long, a cache with a limit.


def fetch_company(idno):
    """The company; None where the register has none."""
    etag, before = known.get(idno, (None, None))
    headers = {"Authorization": f"Bearer {os.environ['REGISTRU_API_KEY']}"}
    if etag:
        headers["If-None-Match"] = etag
    request = urllib.request.Request(f"{BASE_URL}/api/v1/company/{idno}", headers=headers)
    for tries in range(1, MAX_TRIES + 1):
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                company = json.load(response)
                known[idno] = (response.headers["ETag"], company)
                return company
        except urllib.error.HTTPError as error:
            if error.code == 304:
                return before
            if error.code == 404:
                return None
            body = json.load(error)
            may_pass = error.code == 429 or error.code >= 500
            if not may_pass or tries == MAX_TRIES:
                raise RuntimeError(f"{body['error']}: {body['message']}")
            time.sleep(to_wait(error, tries))


def to_wait(error, tries):
    """Seconds: until a slot is free, or as the service says and twice as long each time."""
    slot = re.search(r";t=(\d+)", error.headers.get("RateLimit", ""))
    if error.code == 429 and slot:
        return int(slot[1])
    return int(error.headers.get("Retry-After", 1)) * 2 ** (tries - 1)


for idno in sys.argv[1:]:
    company = fetch_company(idno)
    print(company["name"] if company else "no such company")
