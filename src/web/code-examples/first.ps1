$company = Invoke-RestMethod http://127.0.0.1:3000/api/v1/company/0000000000011 `
  -Headers @{ Authorization = "Bearer $env:REGISTRU_API_KEY" }
$company.name
