/** An address with these parameters; those without a value are left out. */
export function toHref(path: string, parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, value]],
  );
  return `${path}?${new URLSearchParams(given)}`;
}
