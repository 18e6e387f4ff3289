const response = await fetch('http://127.0.0.1:3000/api/v1/company/0000000000011', {
  headers: { Authorization: `Bearer ${process.env.REGISTRU_API_KEY}` },
});
if (!response.ok) throw new Error(`HTTP ${response.status}`);
const company = await response.json();
console.log(company.name);
