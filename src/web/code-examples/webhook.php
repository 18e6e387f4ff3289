<?php
// php -S 127.0.0.1:8080 webhook.php
$key = base64_decode(substr((string) getenv('REGISTRU_WEBHOOK_SECRET'), strlen('whsec_')));
if ($key === '') throw new Exception('REGISTRU_WEBHOOK_SECRET is not set');

$headers = array_change_key_case(getallheaders());
$body = file_get_contents('php://input');
$sent = $headers['webhook-timestamp'] ?? '';
$signed = ($headers['webhook-id'] ?? '') . ".$sent.$body";
$expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
// There is a signature for each valid secret.
$isOurs = false;
foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
    if (hash_equals($expected, $signature)) $isOurs = true;
}
if (!$isOurs || abs(time() - (int) $sent) > 300) {
    http_response_code(400);
    exit;
}

$event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
if ($event['type'] === 'companies.changed') {
    // Store them first: an event that gets 2xx is not sent again.
    foreach ($event['data']['changes'] as $change) error_log("$change[kind] $change[idno]");
}
http_response_code(204);
