/** Longer texts hardly come twice, and would keep whole cells in memory. */
const MAX_KEY_LENGTH = 100;

/**
 * The same function with its last answers at hand, for one whose answers don't change while this is
 * in use: columns such as the legal form have some thirty texts in 300,000 rows. At most `maximum`
 * answers are kept.
 */
export function memoize<Answer>(
  maximum: number,
  derive: (text: string) => Answer,
): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = derive(text);
    if (text.length > MAX_KEY_LENGTH) return answer;
    if (answers.size >= maximum) answers.clear();
    answers.set(text, answer);
    return answer;
  };
}
