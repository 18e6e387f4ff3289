import type { DatabaseSync } from 'node:sqlite';
import { toSearchableName } from '../../domain/company/search-text.ts';
import type { CompanyChange } from '../port/companies.ts';

/** The name that a change replaced: folded, as registered, its words; null if the name stayed. */
type FormerNameColumns = readonly [name: string, formerName: string, words: string] | null;

/** The names that companies had before, written in the same transaction as the changes. */
interface FormerNameIndex {
  /** Inserts, replaces or removes the name of a change. */
  put(idno: number, revision: number, columns: FormerNameColumns): void;
  removeAll(idno: number): void;
}

export function createFormerNameIndex(db: DatabaseSync): FormerNameIndex {
  const statements = prepare(db);

  function remove(rows: Record<string, unknown>[]): void {
    for (const { id } of rows) {
      statements.removeWords.run(Number(id));
      statements.removeName.run(Number(id));
    }
  }

  return {
    put(idno, revision, columns) {
      remove(statements.find.all(idno, revision));
      if (columns === null) return;
      const [name, formerName, words] = columns;
      const { lastInsertRowid: id } = statements.addName.run(idno, revision, name, formerName);
      statements.addWords.run(id, words);
    },
    removeAll: (idno) => remove(statements.findAll.all(idno)),
  };
}

export function toFormerNameColumns({ previous }: CompanyChange): FormerNameColumns {
  const registeredName = previous.company?.name;
  if (registeredName === undefined) return null;
  const { name, words } = toSearchableName(registeredName);
  return [name, registeredName, words.join(' ')];
}

function prepare(db: DatabaseSync) {
  return {
    find: db.prepare('SELECT id FROM former_names WHERE idno = ? AND revision = ?'),
    findAll: db.prepare('SELECT id FROM former_names WHERE idno = ?'),
    addName: db.prepare(
      'INSERT INTO former_names (idno, revision, name, former_name) VALUES (?, ?, ?, ?)',
    ),
    addWords: db.prepare('INSERT INTO former_words (rowid, name) VALUES (?, ?)'),
    removeName: db.prepare('DELETE FROM former_names WHERE id = ?'),
    removeWords: db.prepare('DELETE FROM former_words WHERE rowid = ?'),
  };
}
