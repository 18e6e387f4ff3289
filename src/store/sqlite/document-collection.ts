import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import {
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
} from '../port/documents.ts';
import { prepareCachedRead } from './cached-read.ts';
import {
  asStoreCalls,
  createStatementCache,
  inTransaction,
  prepareFind,
  prepareReadEach,
} from './database.ts';
import { toAfterSql, toAllSql, toFieldSql, toOrderSql, toWhereSql } from './where.ts';

const COLUMNS = 'id, version, document';

/**
 * The tables of a layout: the document without its id and version is JSON. Indexes are on the values
 * of its fields, so that one statement writes them with the row.
 */
export function toTables(layout: Layout): string {
  return Object.entries(layout).map(toTable).join('\n');
}

function toTable([name, { indexes = [] }]: [string, CollectionLayout]): string {
  const created = indexes.map(({ by, unique }) => {
    const index = `${name}_${by.join('_').replaceAll('.', '_')}`;
    const fields = by.map(toFieldSql).join(', ');
    return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${index} ON ${name} (${fields});`;
  });
  return `
    CREATE TABLE ${name} (
      id TEXT PRIMARY KEY,
      version INTEGER NOT NULL,
      document TEXT NOT NULL
    ) STRICT;
    ${created.join('\n')}`;
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

  function write(document: Stored): boolean {
    const { id, version, ...fields } = document;
    const text = JSON.stringify(fields);
    const { changes } =
      version === 0 ? statements.insert.run(id, text) : statements.update.run(text, id, version);
    return Number(changes) > 0;
  }

  /** Runs a statement on at most `max` rows. */
  function runOnSome(statement: string, where: Query['where'], max: number, values: unknown[]) {
    const condition = toWhereSql(where);
    const rows = `SELECT rowid FROM ${name} WHERE ${condition.text} LIMIT ?`;
    const all = [...values, ...condition.values, max] as SQLOutputValue[];
    return Number(prepareOnce(`${statement} WHERE rowid IN (${rows})`).run(...all).changes);
  }

  return asStoreCalls<Collection<Stored>>({
    getMany: (values, by = 'id') => readEach(values, getLookUp(finders, by)()),
    find(query) {
      const { text, values } = toAllSql(toWhereSql(query.where), toAfterSql(query));
      const sql = `SELECT ${COLUMNS} FROM ${name} WHERE ${text} ORDER BY ${toOrderSql(query)} LIMIT ?`;
      return prepareOnce(sql)
        .all(...values, query.first)
        .map(({ id, version, document }) => toDocument(id, version, document));
    },
    count(where, max) {
      const { text, values } = toWhereSql(where);
      const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM ${name} WHERE ${text} LIMIT ?)`;
      const count = Number(prepareOnce(sql).get(...values, max + 1)?.['count']);
      return count > max ? null : count;
    },
    replace: (document, entries = {}) =>
      inTransaction(db, () => {
        if (!write(document)) return null;
        insertEntries(entries);
        return { ...document, version: document.version + 1 };
      }),
    remove: ({ id, version }, entries = {}) =>
      inTransaction(db, () => {
        if (Number(statements.remove.run(id, version).changes) === 0) return false;
        insertEntries(entries);
        return true;
      }),
    insertMissing: (documents) => inTransaction(db, () => insertEntries({ [name]: documents })),
    patchWhere(where, fields, max) {
      const set = Object.entries(fields).flatMap(([path, value]) => [
        `$.${path}`,
        JSON.stringify(value),
      ]);
      const marks = Object.keys(fields).map(() => '?, json(?)');
      for (const path of Object.keys(fields)) toFieldSql(path);
      const patched = `UPDATE ${name} SET version = version + 1,
        document = json_set(document, ${marks.join(', ')})`;
      return runOnSome(patched, where, max, set);
    },
    removeWhere: (where, max) => runOnSome(`DELETE FROM ${name}`, where, max, []),
  });
}

function prepare(db: DatabaseSync, name: string) {
  return {
    insert: db.prepare(`INSERT OR IGNORE INTO ${name} (${COLUMNS}) VALUES (?, 1, ?)`),
    update: db.prepare(`UPDATE OR IGNORE ${name} SET version = version + 1, document = ?
      WHERE id = ? AND version = ?`),
    remove: db.prepare(`DELETE FROM ${name} WHERE id = ? AND version = ?`),
  };
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
    Object.keys(layout).map((name) => [name, prepare(db, name).insert] as const),
  );
  return (entries: Entries): void => {
    for (const [name, documents] of Object.entries(entries)) {
      const insert = inserts.get(name);
      if (insert === undefined) throw new RangeError(`the file has no collection ${name}`);
      for (const { id, version, ...fields } of documents) insert.run(id, JSON.stringify(fields));
    }
  };
}

function toDocument(id: unknown, version: unknown, document: unknown): Stored {
  return { id: String(id), version: Number(version), ...JSON.parse(String(document)) };
}
