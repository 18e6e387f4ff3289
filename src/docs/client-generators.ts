/** A generator of clients that the tests run; `openapi.json` in its arguments is the document. */
export interface ClientGenerator {
  name: string;
  version: string;
  /** How it is started where it is installed as its own documentation says. */
  launcher: string;
  arguments: string;
}

const OPENAPI_GENERATOR = {
  version: '7.25.0',
  launcher: 'java -jar openapi-generator-cli.jar generate',
};

/**
 * test/long/docs/generators.test.ts runs each with these arguments, compiles the result in the strict
 * mode of its language, and uses it. .ci/generators has the versions that it installs.
 */
export const CLIENT_GENERATORS = {
  'openapi-typescript': {
    name: 'TypeScript: openapi-typescript, openapi-fetch',
    version: '7.13.0',
    launcher: 'npx openapi-typescript',
    arguments: 'openapi.json --output registru.ts',
  },
  'hey-api': {
    name: 'TypeScript: hey-api',
    version: '0.95.0',
    launcher: 'npx @hey-api/openapi-ts',
    arguments: '--input openapi.json --output registru',
  },
  'openapi-python-client': {
    name: 'Python: openapi-python-client',
    version: '0.29.1',
    launcher: 'openapi-python-client generate',
    arguments: '--path openapi.json --meta none --output-path registru',
  },
  ogen: {
    name: 'Go: ogen',
    version: '1.24.0',
    launcher: 'go run github.com/ogen-go/ogen/cmd/ogen@v1.24.0',
    arguments: '--target ogen --package ogen openapi.json',
  },
  'oapi-codegen': {
    name: 'Go: oapi-codegen',
    version: '2.8.2',
    launcher: 'go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
    // Without skip-prune it leaves out the schemas of webhooks, and refers to them.
    arguments: '-generate types,client,skip-prune -package oapi -o oapi/client.go openapi.json',
  },
  java: {
    name: 'Java: openapi-generator',
    ...OPENAPI_GENERATOR,
    arguments: '-i openapi.json -g java -o registru',
  },
  kotlin: {
    name: 'Kotlin: openapi-generator',
    ...OPENAPI_GENERATOR,
    arguments: '-i openapi.json -g kotlin -o registru',
  },
  csharp: {
    name: 'C#: openapi-generator, generated without compiling it',
    ...OPENAPI_GENERATOR,
    arguments: '-i openapi.json -g csharp -o registru',
  },
} satisfies Readonly<Record<string, ClientGenerator>>;
