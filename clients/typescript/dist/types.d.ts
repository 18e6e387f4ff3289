import type { components, operations } from './openapi.ts';
import type { OperationId } from './operations.ts';
type Schemas = components['schemas'];
export type Company = Schemas['Company'];
export type Founder = Schemas['Founder'];
export type FoundCompany = Schemas['FoundCompany'];
export type Change = Schemas['Change'];
export type ChangesEvent = Schemas['ChangesEvent'];
export type TestEvent = Schemas['TestEvent'];
type Json<Message> = Message extends {
    content: {
        'application/json': infer Body;
    };
} ? Body : undefined;
/** The members of a part of the request; none where the operation does not have that part. */
type Members<Part> = [NonNullable<Part>] extends [never] ? unknown : NonNullable<Part>;
type Operation<Id extends OperationId> = operations[Id];
/** What an operation takes: the parameters of its path and query, and the members of its body. */
export type Parameters<Id extends OperationId> = Members<Operation<Id>['parameters']['path']> & Members<Operation<Id>['parameters']['query']> & (NonNullable<Operation<Id>['requestBody']> extends never ? unknown : Json<NonNullable<Operation<Id>['requestBody']>>);
/** What an operation returns: the body of its 200; nothing where it is a 204. */
export type Answer<Id extends OperationId> = Operation<Id>['responses'] extends {
    200: infer Found;
} ? Json<Found> : undefined;
export {};
