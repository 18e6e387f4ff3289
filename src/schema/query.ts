import { builder } from './builder.ts';

builder.queryType({
  subGraphs: ['internal', 'account', 'staff'],
  description: 'All queries.',
});
builder.mutationType({ subGraphs: ['account', 'staff'], description: 'All changes.' });
