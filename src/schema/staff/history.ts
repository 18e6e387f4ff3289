import type { CompanyChange, StoredCompany } from '../../store/port/companies.ts';
import type { FieldChange, HistoryEntry } from './context.ts';
import type { StaffLoaders } from './loaders.ts';

/** The recorded changes of a company, its delistings among them; newest first. */
export async function listHistory(
  record: StoredCompany,
  { changes }: Pick<StaffLoaders, 'changes'>,
): Promise<HistoryEntry[]> {
  const values = new Map(flatten(record));
  const entries = await changes.load(record.company.idno);
  return entries.map(({ previous, ...entry }) => {
    const fields = flatten(previous).map(([field, before]): FieldChange => {
      const after = values.get(field);
      values.set(field, before);
      return { field, before: toJson(before), after: toJson(after) };
    });
    return { ...entry, fields };
  });
}

/** The values by name, such as `company.name`, `raw.address` and `flags`. */
function flatten({ company = {}, raw = {}, ...others }: CompanyChange['previous']) {
  const withPrefix = (values: object, prefix: string): [string, unknown][] =>
    Object.entries(values).map(([field, value]) => [prefix + field, value]);
  return [
    ...withPrefix(company, 'company.'),
    ...withPrefix(raw, 'raw.'),
    ...withPrefix(others, ''),
  ];
}

function toJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}
