import './query.ts';
import './company.ts';
import './founder.ts';
import './activity.ts';
import './viewer.ts';
import './key.ts';
import './key-mutations.ts';
import { builder } from './builder.ts';

export const internalSchema = builder.toSchema({ subGraph: 'internal' });
export const accountSchema = builder.toSchema({ subGraph: 'account' });
