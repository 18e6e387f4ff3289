// npm install standardwebhooks
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.REGISTRU_WEBHOOK_SECRET);

createServer(async (request, response) => {
  const event = await text(request)
    .then((body) => webhook.verify(body, request.headers))
    .catch(() => null);
  if (event?.type === 'companies.changed') {
    // Store them first: an event that gets 2xx is not sent again.
    for (const { idno, kind } of event.data.changes) console.log(kind, idno);
  }
  response.writeHead(event === null ? 400 : 204).end();
}).listen(process.env.PORT ?? 8080, '127.0.0.1');
