<?php
$context = stream_context_create(['http' => [
    'header' => 'Authorization: Bearer ' . getenv('REGISTRU_API_KEY'),
    'timeout' => 10,
]]);
$url = 'http://127.0.0.1:3000/api/v1/company/0000000000011';
$body = file_get_contents($url, false, $context);
if ($body === false) exit(1);
$company = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
echo $company['name'], PHP_EOL;
