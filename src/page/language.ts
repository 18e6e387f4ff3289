import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../domain/language.ts';

const MAX_HEADER_LENGTH = 500;

/** The choice once made; else the browser's most wanted that there is; else the default. */
export function chooseLanguage(chosen: string | null, accepted: string | undefined): Language {
  if (chosen !== null && isLanguage(chosen)) return chosen;
  const wanted = (accepted ?? '')
    .slice(0, MAX_HEADER_LENGTH)
    .split(',')
    .map(toWanted)
    .sort((one, other) => other.quality - one.quality);
  for (const { tag, quality } of wanted) if (quality > 0 && isLanguage(tag)) return tag;
  return DEFAULT_LANGUAGE;
}

function toWanted(range: string): { tag: string; quality: number } {
  const [name = '', ...parameters] = range.trim().toLowerCase().split(';');
  const weight = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)/.exec(one)?.[1]).find(Boolean);
  return { tag: name.split('-', 1)[0] ?? '', quality: weight === undefined ? 1 : Number(weight) };
}
