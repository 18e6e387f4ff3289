// Ends with 0 when the server of this machine is ready, for an image's HEALTHCHECK.
const TIMEOUT_MS = 4_000;
const port = process.env.PORT || '3000';
const url = `http://127.0.0.1:${port}/health/ready`;

const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error) => {
  console.error(`${url} does not answer: ${error.cause?.message ?? error.message}`);
});
if (response) console.log(await response.text());
process.exitCode = response?.ok ? 0 : 1;
