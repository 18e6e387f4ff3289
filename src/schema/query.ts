import { builder } from './builder.ts';

builder.queryType({ subGraphs: ['internal', 'account'], description: 'What can be asked.' });
builder.mutationType({ subGraphs: ['account'], description: 'What can be changed.' });
