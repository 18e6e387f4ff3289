import './query.ts';
import './company.ts';
import './founder.ts';
import './activity.ts';
import { builder } from './builder.ts';

export const internalSchema = builder.toSchema({ subGraph: 'internal' });
