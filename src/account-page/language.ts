import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../domain/account/language.ts';
import { toWeightedList } from '../web/weighted-list.ts';

/** The choice once made; else the browser's most wanted that there is; else the default. */
export function chooseLanguage(chosen: string | null, accepted: string | undefined): Language {
  if (chosen !== null && isLanguage(chosen)) return chosen;
  const wanted = toWeightedList(accepted).sort((one, other) => other.quality - one.quality);
  for (const { value, quality } of wanted) {
    const tag = value.split('-', 1)[0] ?? '';
    if (quality > 0 && isLanguage(tag)) return tag;
  }
  return DEFAULT_LANGUAGE;
}
