/** Where there is no company yet: to be replaced by whoever copies the code. */
const PLACEHOLDER = 'IDNO';

export interface CodeExample {
  name: string;
  code: string;
}

/** This company, asked for in each language; the key comes from the environment. */
export function toCodeExamples(baseUrl: string, idno: string | null): CodeExample[] {
  const url = `${baseUrl}/api/v1/company/${idno ?? PLACEHOLDER}`;
  return [
    {
      name: 'curl',
      code: `curl ${url} \\\n  -H "Authorization: Bearer $REGISTRU_API_KEY"`,
    },
    {
      name: 'JavaScript',
      code: `const response = await fetch('${url}', {
  headers: { Authorization: \`Bearer \${process.env.REGISTRU_API_KEY}\` },
});
if (!response.ok) throw new Error(\`HTTP \${response.status}\`);
const company = await response.json();
console.log(company.name);`,
    },
    {
      name: 'Python',
      code: `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['REGISTRU_API_KEY']}"},
)
with urllib.request.urlopen(request, timeout=10) as response:
    company = json.load(response)
print(company["name"])`,
    },
    {
      name: 'PHP',
      code: `<?php
$context = stream_context_create(['http' => [
    'header' => 'Authorization: Bearer ' . getenv('REGISTRU_API_KEY'),
    'timeout' => 10,
]]);
$body = file_get_contents('${url}', false, $context);
$company = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
echo $company['name'], PHP_EOL;`,
    },
  ];
}
