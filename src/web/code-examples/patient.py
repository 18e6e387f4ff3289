import http.client, json, os, re, sys, time, urllib.error, urllib.request

BASE_URL = "http://127.0.0.1:3000"
MAX_TRIES = 5
known = {}  # What was fetched before; in a program that runs long, a cache with a limit.


def fetch_company(idno):
    """The company; None where the register has none."""
    for tries in range(1, MAX_TRIES + 1):
        status, headers, body = ask(idno)
        if status == 304:
            return known[idno][1]
        if status == 404:
            return None
        if status == 200:
            known[idno] = (headers["ETag"], body)
            return body
        may_pass = status in (0, 408, 429) or status >= 500
        if not may_pass or tries == MAX_TRIES:
            raise RuntimeError(f"{body['error']}: {body['message']}")
        time.sleep(to_wait(status, headers, tries))


def ask(idno):
    """The API's answer; status 0 where none came: no connection, a timeout, a proxy's HTML."""
    request = urllib.request.Request(f"{BASE_URL}/api/v1/company/{idno}")
    request.add_header("Authorization", f"Bearer {os.environ['REGISTRU_API_KEY']}")
    if idno in known:
        request.add_header("If-None-Match", known[idno][0])
    try:
        try:
            response = urllib.request.urlopen(request, timeout=10)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            body = None if response.status == 304 else json.load(response)
            return response.status, response.headers, body
    except (OSError, http.client.HTTPException, ValueError) as error:
        message = f"{BASE_URL} did not answer with JSON ({error})"
        return 0, {}, {"error": "no_answer", "message": message}


def to_wait(status, headers, tries):
    """Seconds: until a slot is free, or as the service says and twice as long each time."""
    slot = re.search(r";t=(\d+)", headers.get("RateLimit", ""))
    if status == 429 and slot:
        return int(slot[1])
    return int(headers.get("Retry-After", 1)) * 2 ** (tries - 1)


try:
    for idno in sys.argv[1:]:
        company = fetch_company(idno)
        print(company["name"] if company else "no such company")
except RuntimeError as error:
    sys.exit(str(error))
