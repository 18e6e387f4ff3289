/** A noun's form for each plural category of the language. */
type NounForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** Counts things in a language: `60 requests`. */
export function createCount(language: string): (count: number, forms: NounForms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => `${count} ${forms[rules.select(count)] ?? forms.other}`;
}
