import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDamaged, undoConversion } from '../../../src/domain/register/conversion.ts';

/** A text as a program shows it that takes its UTF-8 for another encoding. */
function misread(text: string, encoding: string): string {
  const bytes = Buffer.from(text);
  return encoding === 'latin1' ? bytes.toString('latin1') : new TextDecoder(encoding).decode(bytes);
}

describe('what a conversion left is undone', () => {
  it.each([
    ['S.R.L. &quot;VERLAN&quot;', 'S.R.L. "VERLAN"'],
    ['S.R.L. &amp;quot;VERLAN&amp;quot;', 'S.R.L. "VERLAN"'],
    ['&QUOT;VERLAN&QUOT; &AMP; FIII', '"VERLAN" & FIII'],
    ['VERLAN &amp;amp;amp; FIII', 'VERLAN & FIII'],
    ['D&#39;ALVO', "D'ALVO"],
    ['D&#x27;ALVO D&apos;ALVO', "D'ALVO D'ALVO"],
    ['DORLAN&nbsp;ILIE', 'DORLAN\u00a0ILIE'],
    ['&laquo;PLAI&raquo; &bdquo;VERLAN&rdquo; &ndash;', '«PLAI» „VERLAN” –'],
    ['&Icirc;.M. &ICIRC;.M.', 'Î.M. Î.M.'],
    ['&abreve;&acirc;&icirc;&#537;&#539;&scedil;&tcedil;', 'ăâîșțşţ'],
    ['M&uuml;ller &Zcaron;&eacute;', 'Müller Žé'],
    ['&#150; &#132;PLAI&#148;', '– „PLAI”'],
    ['A_x000D_\nB', 'A\r\nB'],
    ['A_x000d__x000A_B', 'A\r\nB'],
    ['A_x005F_x000D_B', 'A\rB'],
    ['_x0218_TEFAN', 'ȘTEFAN'],
    ['\\u0218TEFAN', 'ȘTEFAN'],
    ['DORLAN ILIE<br>GLOD ANA<BR />', 'DORLAN ILIE\nGLOD ANA\n'],
    ['VERLAN &lt;PLAI&gt;', 'VERLAN <PLAI>'],
    ['â€žPLAIâ€ SRL', '„PLAI” SRL'],
    ['ȘTEFĂNEȚ', 'ȘTEFĂNEȚ'],
  ])('%j is %j', (text, undone) => {
    expect(undoConversion(text)).toBe(undone);
    expect(isDamaged(text)).toBe(false);
  });

  const texts = [
    ...['ȘTEFĂNEȚ', 'Întreprindere „PLAI” și', 'Ţara Şoimului', 'județ', 'Gămeș', 'VÎRF', 'RÉNÉ Î'],
    ...['ООО «ПЛАЙ» № 5', 'БОДРЕНКО ПЁТР', 'MÜLLER SRL „ŢARĂ”', 'CÂMP – VÂNT'],
    ...['S.R.L. «PLAI 5»', '«PLAI»', 'bloc № 5'],
  ];
  it.each(
    ['windows-1252', 'windows-1250', 'windows-1251', 'latin1'].flatMap((encoding) =>
      texts.map((text) => [encoding, text] as const),
    ),
  )('UTF-8 that was read as %s: %s', (encoding, text) => {
    const found = misread(text, encoding);
    expect(undoConversion(found)).toBe(text);
  });
});

it.each(['МАКСИМ', 'РС ПЛАЙ', 'ȘTEFĂNEȚ'])('%s that was read as ISO 8859-2 is damaged', (text) => {
  const found = misread(text, 'iso-8859-2');
  expect(undoConversion(found)).toBe(found);
  expect(isDamaged(found)).toBe(true);
});

it.each([
  ['windows-1250', 'windows-1252', 'ŞTEFĂNEŞTI'],
  ['windows-1250', 'windows-1252', 'mun. Chişinău'],
  ['windows-1250', 'windows-1252', 'ŢÎRDEA'],
  ['windows-1251', 'windows-1252', 'ДЕЛЬТА ИВАН'],
  ['windows-1251', 'windows-1250', 'ДЕЛЬТА ИВАН'],
  ['koi8-r', 'windows-1252', 'ДЕЛЬТА ИВАН'],
])('%s that was read as %s is damaged: %s', (encoding, other, text) => {
  const toByte = new Map(
    Array.from({ length: 256 }, (_, byte) => [
      new TextDecoder(encoding).decode(Uint8Array.of(byte)),
      byte,
    ]),
  );
  const bytes = Uint8Array.from(text, (one) => toByte.get(one) ?? 0);
  expect(isDamaged(new TextDecoder(other).decode(bytes))).toBe(true);
});

describe('an ordinary text stays', () => {
  it.each([
    ...['«КАЛИБР»', 'ООО "КАЛИБР»', '"CASĂ”', ',,VERDĂ”, ,,GLODĂ”', 'CASĂ–PLAI', 'CĂŞLARU ION'],
    ...['"VERDĂ» SRL', 'CAFFÈ ROMA', 'METSÄ JA KYLÄ OY', 'R&D; PLAI', 'A&B;C', 'PLAI & MUNTE'],
    ...['CITTÀ', 'ŠKODA', 'A_X', 'str. _x', 'CE? UNDE?', 'MD-2001, str. „Țărnă”, 5', 'Â'],
    ...['Ștefan Vodă', 'ŞTEFAN', '100 %', '№ 5', 'VERDĂ’S', 'ÅSA ÖBERG', 'SÁ DA SILVA'],
    ...['KOVAČ MARKO, TOMAČ IVAN', 'ИВАН И МАРИЯ', 'NIÑO ŠKODA', 'CRÉÉE', 'Nº 5', '1ª'],
    ...['ÞÓR JÓNSSON', 'В «ПЛАЙ»', 'fiicâ „PLAI”', 'PLAI Â «VERDE»'],
  ])('%j', (text) => {
    expect(undoConversion(text)).toBe(text);
    expect(isDamaged(text)).toBe(false);
  });
});

describe('what cannot be undone is damaged', () => {
  it.each([
    ...['È TEFÄ NEÈ', '\ufffdTEFAN', 'Chi?in?u', 'È TEFAN', '\u0098TEFAN', 'È˜TEFAN ȚARA'],
    ...['Č TEFÄ NEČ', 'Č TEFAN', 'И TEFД‚NEИ', 'MÃœLLER', 'ÐžÐžÐž'],
    ...['ÃˆËœTEFAN', 'Ã NTREPRINDERE', '&unknown;', '_xD83D_', 'PLÄ CINTÄ NEÈ', 'Äƒ, ș'],
  ])('%j', (text) => {
    expect(isDamaged(text)).toBe(true);
  });
});

const letters = [...'ABCDEabcdeăâîșțĂÂÎȘȚşţŞŢПЛАЙлеё«»„”“’–"\'., -&;#x_0189()%<>?\n'];
const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 60 });

it('undone text is not converted again, and is never longer', () => {
  fc.assert(
    fc.property(text, (any) => {
      const undone = undoConversion(any);
      expect(undone.length).toBeLessThanOrEqual(any.length);
      if (undone !== any) expect(undoConversion(undone)).toBe(undone);
    }),
    { numRuns: 2_000 },
  );
});

it('any text of the register is read again from its references and its escapes', () => {
  fc.assert(
    fc.property(text, (any) => {
      fc.pre(undoConversion(any) === any);
      const references = Array.from(any, (one) => `&#${one.codePointAt(0)};`).join('');
      expect(undoConversion(references)).toBe(any);
      const escapes = Array.from(
        any,
        (one) => `_x${one.charCodeAt(0).toString(16).padStart(4, '0')}_`,
      );
      expect(undoConversion(escapes.join(''))).toBe(any);
    }),
  );
});
