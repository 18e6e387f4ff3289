import { builder } from './builder.ts';

builder.queryType({
  subGraphs: ['internal', 'account', 'staff'],
  description: 'What can be asked.',
});
builder.mutationType({ subGraphs: ['account', 'staff'], description: 'What can be changed.' });
