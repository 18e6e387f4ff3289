<?php
const BASE_URL = 'http://127.0.0.1:3000';
const MAX_TRIES = 5;

/** The company; null where the register has none. */
function fetchCompany(string $idno): ?array
{
    static $known = []; // What was fetched before; in a program that runs long, a cache with a limit.
    for ($tries = 1; ; $tries++) {
        [$status, $lines, $body] = ask($idno, $known[$idno]['etag'] ?? null);
        if ($status === 304) return $known[$idno]['company'];
        if ($status === 404) return null;
        if ($status === 200) {
            $known[$idno] = ['etag' => findHeader($lines, 'ETag'), 'company' => $body];
            return $body;
        }
        $mayPass = in_array($status, [0, 408, 429]) || $status >= 500;
        if (!$mayPass || $tries === MAX_TRIES) {
            throw new RuntimeException("{$body['error']}: {$body['message']}");
        }
        sleep(toWait($status, $lines, $tries));
    }
}

/** The API's answer; status 0 where none came: no connection, a timeout, a proxy's HTML. */
function ask(string $idno, ?string $etag): array
{
    $header = ['Authorization: Bearer ' . getenv('REGISTRU_API_KEY')];
    if ($etag !== null) $header[] = "If-None-Match: $etag";
    $options = ['header' => $header, 'timeout' => 10, 'ignore_errors' => true];
    $context = stream_context_create(['http' => $options]);
    $stream = @fopen(BASE_URL . "/api/v1/company/$idno", 'r', false, $context);
    $lines = $stream ? stream_get_meta_data($stream)['wrapper_data'] : [];
    $status = (int) (explode(' ', $lines[0] ?? '')[1] ?? 0);
    $body = $stream ? json_decode(stream_get_contents($stream), true) : null;
    if ($status === 304 || is_array($body)) return [$status, $lines, $body];
    $message = BASE_URL . " did not answer with JSON (HTTP status $status)";
    return [0, [], ['error' => 'no_answer', 'message' => $message]];
}

/** Seconds: until a slot is free, or as the service says and twice as long each time. */
function toWait(int $status, array $lines, int $tries): int
{
    $hasSlot = preg_match('/;t=(\d+)/', findHeader($lines, 'RateLimit') ?? '', $slot);
    if ($status === 429 && $hasSlot) return (int) $slot[1];
    return (int) (findHeader($lines, 'Retry-After') ?? 1) * 2 ** ($tries - 1);
}

function findHeader(array $lines, string $name): ?string
{
    foreach ($lines as $line) {
        if (stripos($line, "$name: ") === 0) return substr($line, strlen($name) + 2);
    }
    return null;
}

try {
    foreach (array_slice($argv, 1) as $idno) {
        echo fetchCompany($idno)['name'] ?? 'no such company', PHP_EOL;
    }
} catch (RuntimeException $error) {
    fwrite(STDERR, $error->getMessage() . PHP_EOL);
    exit(1);
}
