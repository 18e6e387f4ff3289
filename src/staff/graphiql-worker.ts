import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import {
  css,
  editorWorkerService,
  graphqlWorker,
  js,
  jsonWorker,
} from '@graphql-yoga/render-graphiql/graphiql';
import type { GraphiqlFiles } from './graphiql.ts';

const files: GraphiqlFiles = {
  bundle: gzipSync(js),
  style: gzipSync(css),
  editorWorker: gzipSync(editorWorkerService),
  jsonWorker: gzipSync(jsonWorker),
  graphqlWorker: gzipSync(graphqlWorker),
};
parentPort?.postMessage(files);
