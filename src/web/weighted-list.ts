/** No browser sends more; the rest is ignored. */
const MAX_LENGTH = 1_000;

export interface Weighted {
  /** In lower case, without parameters. */
  value: string;
  /** From 0, not wanted, to 1. */
  quality: number;
}

/** The values of a header such as `Accept` or `Accept-Language`, in its order. */
export function toWeightedList(header: string | undefined): Weighted[] {
  return (header ?? '').slice(0, MAX_LENGTH).split(',').map(toWeighted);
}

function toWeighted(element: string): Weighted {
  const [value = '', ...parameters] = element.trim().toLowerCase().split(';');
  const weight = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)/.exec(one)?.[1]).find(Boolean);
  return { value: value.trim(), quality: weight === undefined ? 1 : Number(weight) };
}
