import { builder } from './builder.ts';

builder.queryType({ subGraphs: ['internal'] });
