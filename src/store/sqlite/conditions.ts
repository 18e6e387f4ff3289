type FilterValue = string | number | boolean;

/**
 * Joins the conditions of the fields that the filter gives; `1` if it gives none. Each condition
 * uses the parameter with the name of its field; `values` has the parameters.
 */
export function toConditions<Name extends string>(
  conditions: Readonly<Record<Name, string>>,
  filter: { readonly [Key in Name]?: FilterValue | undefined },
): { where: string; values: Record<string, string | number> } {
  const given = (Object.keys(conditions) as Name[]).flatMap((name) => {
    const value: FilterValue | undefined = filter[name];
    return value === undefined ? [] : [{ name, value }];
  });
  return {
    where: given.map(({ name }) => conditions[name]).join(' AND ') || '1',
    values: Object.fromEntries(
      given.map(({ name, value }) => [name, typeof value === 'boolean' ? Number(value) : value]),
    ),
  };
}
