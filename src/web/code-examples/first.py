import json, os, urllib.request

request = urllib.request.Request(
    "http://127.0.0.1:3000/api/v1/company/0000000000011",
    headers={"Authorization": f"Bearer {os.environ['REGISTRU_API_KEY']}"},
)
with urllib.request.urlopen(request, timeout=10) as response:
    company = json.load(response)
print(company["name"])
