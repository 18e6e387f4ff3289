import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import {
  assertEntries,
  assertPath,
  type Collection,
  type CollectionLayout,
  type Collections,
  type Entries,
  getLookUp,
  type IndexLayout,
  type Layout,
  listLookUps,
  type Query,
  type Stored,
  type Where,
} from '../port/documents.ts';
import { prepareCachedRead } from './cached-read.ts';
import {
  asStoreCalls,
  createStatementCache,
  inTransaction,
  prepareFind,
  prepareReadEach,
} from './database.ts';
import { toAfterSql, toAllSql, toFieldSql, toOrderSql, toRowsSql, toWhereSql } from './where.ts';

const COLUMNS = 'id, version, document';

/**
 * Makes the tables and indexes of a layout that the file lacks: a version of the program that has
 * more of them needs no step of its own, and an earlier one does not look at them. In a table a
 * document without its id and version is JSON; indexes are on the values of its fields, so that one
 * statement writes them with the row.
 */
export function makeTables(db: DatabaseSync, layout: Layout): void {
  const rows = db.prepare('SELECT name FROM sqlite_schema').all();
  const known = new Set(rows.map(({ name }) => name));
  const missing = Object.entries(layout)
    .flatMap(toStatements)
    .filter(([name]) => !known.has(name));
  if (missing.length === 0) return;
  inTransaction(db, () => {
    for (const [, statement] of missing) db.exec(statement);
  });
}

/** Each with the name of what it creates, unless another process has just done so. */
function toStatements([name, { indexes = [] }]: [string, CollectionLayout]): [string, string][] {
  const created = indexes.map(({ by, unique }): [string, string] => {
    const index = `${name}_${by.join('_').replaceAll('.', '_')}`;
    const fields = by.map(toFieldSql).join(', ');
    const kind = unique ? 'UNIQUE INDEX' : 'INDEX';
    return [index, `CREATE ${kind} IF NOT EXISTS ${index} ON ${name} (${fields})`];
  });
  const table = `CREATE TABLE IF NOT EXISTS ${name} (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    document TEXT NOT NULL
  ) STRICT`;
  return [[name, table], ...created];
}

/** The collections of a file whose tables are those of the layout. */
export function createDocumentCollections<Documents>(
  db: DatabaseSync,
  layout: Layout,
): Collections<Documents> {
  const insertEntries = prepareEntries(db, layout);
  const collections = Object.entries(layout).map(([name, one]) => {
    return [name, createCollection({ db, name, layout: one, insertEntries })];
  });
  return Object.fromEntries(collections);
}

interface CollectionOptions {
  db: DatabaseSync;
  name: string;
  layout: CollectionLayout;
  insertEntries: (entries: Entries) => void;
}

function createCollection({ db, name, layout, insertEntries }: CollectionOptions) {
  const prepareOnce = createStatementCache(db);
  const statements = prepare(db, name);
  const readEach = prepareReadEach(db);
  const finders = new Map(
    [...listLookUps(layout)].map(([by, index]) => [by, prepareFinder(db, name, by, index)]),
  );

  function write(document: Stored, where?: Where): Stored | null {
    const { id, version, ...fields } = document;
    const text = JSON.stringify(fields);
    const { changes } =
      version === 0 ? statements.insert.run(id, text) : update(text, id, version, where);
    return Number(changes) > 0 ? { ...document, version: version + 1 } : null;
  }

  function update(text: string, id: string, version: number, where?: Where) {
    if (where === undefined) return statements.update.run(text, id, version);
    const condition = toWhereSql(where);
    const sql = `${toUpdateSql(name)} AND ${condition.text}`;
    return prepareOnce(sql).run(text, id, version, ...condition.values);
  }

  /** Runs a statement on at most `max` rows. */
  function runOnSome(statement: string, where: Query['where'], max: number, values: unknown[]) {
    const rows = toRowsSql(name, where);
    // A write begins a transaction, which waits for others, even if there is nothing to write.
    if (prepareOnce(`${rows.text} LIMIT 1`).get(...rows.values) === undefined) return 0;
    const all = [...values, ...rows.values, max] as SQLOutputValue[];
    const sql = `${statement} WHERE rowid IN (${rows.text} LIMIT ?)`;
    return Number(prepareOnce(sql).run(...all).changes);
  }

  return asStoreCalls<Collection<Stored>>({
    getMany: (values, by = 'id') => readEach(values, getLookUp(finders, by)()),
    find(query) {
      const { text, values } = toAllSql(toWhereSql(query.where), toAfterSql(query));
      const sql = `SELECT ${COLUMNS} FROM ${name} WHERE ${text} ORDER BY ${toOrderSql(query)} LIMIT ?`;
      return prepareOnce(sql)
        .all(...values, query.first)
        .map(readDocument);
    },
    count(where, max) {
      const { text, values } = toRowsSql(name, where);
      const sql = `SELECT count(*) AS count FROM (${text} LIMIT ?)`;
      const count = Number(prepareOnce(sql).get(...values, max + 1)?.['count']);
      return count > max ? null : count;
    },
    replace(document, entries = {}, options = {}) {
      assertEntries(layout, entries);
      const writeAll = () => {
        const written = write(document, options.where);
        if (written !== null) insertEntries(entries);
        return written;
      };
      return inTransaction(db, writeAll, options);
    },
    remove({ id, version }, entries = {}) {
      assertEntries(layout, entries);
      return inTransaction(db, () => {
        if (Number(statements.remove.run(id, version).changes) === 0) return false;
        insertEntries(entries);
        return true;
      });
    },
    replaceEach(documents, options) {
      if (documents.length === 0) return [];
      return inTransaction(db, () => documents.map((one) => write(one)), options);
    },
    restore: (documents) =>
      inTransaction(db, () => {
        const statement = prepareOnce(toRestoreSql(name));
        for (const { id, version, ...fields } of documents) {
          statement.run(id, version, JSON.stringify(fields));
        }
      }),
    patchWhere(where, fields, max) {
      const set = Object.entries(fields).flatMap(([path, value]) => [
        `$.${path}`,
        JSON.stringify(value),
      ]);
      const marks = Object.keys(fields).map(() => '?, json(?)');
      for (const path of Object.keys(fields)) assertPath(path);
      const patched = `UPDATE ${name} SET version = version + 1,
        document = json_set(document, ${marks.join(', ')})`;
      return runOnSome(patched, where, max, set);
    },
    removeWhere: (where, max) => runOnSome(`DELETE FROM ${name}`, where, max, []),
  });
}

function prepare(db: DatabaseSync, name: string) {
  return {
    insert: db.prepare(toInsertSql(name)),
    update: db.prepare(toUpdateSql(name)),
    remove: db.prepare(`DELETE FROM ${name} WHERE id = ? AND version = ?`),
  };
}

/** A document of a batch as it is sent to a thread. */
export type DocumentRow = readonly [id: string, document: string];

export function toDocumentRow({ id, version, ...fields }: Stored): DocumentRow {
  return [id, JSON.stringify(fields)];
}

/**
 * Inserts or replaces a document that is never replaced by its version, in the transaction that is
 * open.
 */
export function prepareUpsert(db: DatabaseSync, name: string): (row: DocumentRow) => void {
  const statement = db.prepare(toRestoreSql(name));
  return ([id, document]) => void statement.run(id, 1, document);
}

function toInsertSql(name: string): string {
  return `INSERT OR IGNORE INTO ${name} (${COLUMNS}) VALUES (?, 1, ?)`;
}

/** The conflict of a unique index is an error. */
function toRestoreSql(name: string): string {
  return `INSERT INTO ${name} (${COLUMNS}) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET version = excluded.version, document = excluded.document`;
}

function toUpdateSql(name: string): string {
  return `UPDATE OR IGNORE ${name} SET version = version + 1, document = ? WHERE id = ? AND version = ?`;
}

/** The look-up by one value; the returned function is called once for each batch. */
function prepareFinder(
  db: DatabaseSync,
  name: string,
  path: string,
  { cached }: IndexLayout,
): () => (value: string) => Stored | null {
  const find = prepareFind(db, `SELECT ${COLUMNS} FROM ${name} WHERE ${toFieldSql(path)} = ?`);
  const read = (value: string) => {
    const row = find(value);
    return row === undefined ? null : toDocument(...(row as [unknown, unknown, unknown]));
  };
  return cached ? prepareCachedRead(db, read) : () => read;
}

/** Inserts documents into collections of the file, those whose ids do not exist. */
function prepareEntries(db: DatabaseSync, layout: Layout) {
  const inserts = new Map(
    Object.keys(layout).map((name) => [name, db.prepare(toInsertSql(name))] as const),
  );
  return (entries: Entries): void => {
    for (const [name, documents] of Object.entries(entries)) {
      const insert = inserts.get(name);
      if (insert === undefined) throw new RangeError(`the file has no collection ${name}`);
      for (const { id, version, ...fields } of documents as readonly Stored[]) {
        insert.run(id, JSON.stringify(fields));
      }
    }
  };
}

/** From a row of COLUMNS. */
function readDocument<Doc extends Stored>(row: Record<string, unknown>): Doc {
  return toDocument(row['id'], row['version'], row['document']) as Doc;
}

function toDocument(id: unknown, version: unknown, document: unknown): Stored {
  const fields: Stored = JSON.parse(String(document));
  fields.id = String(id);
  fields.version = Number(version);
  return fields;
}
