import { caemRev2 } from './caem-rev2.ts';
import { withCedilla } from './orthography.ts';

/** A line of one of the workbook's classification sheets. */
export interface ActivityClass {
  /** What the companies' cells refer to. */
  id: number;
  label: string;
}

export interface UnlicensedClass extends ActivityClass {
  /** Rev.2 in the form `62.01`, Rev.1 as five digits. */
  code: string;
  /** 1 = CAEM of 2000, 2 = CAEM Rev.2. */
  version: 1 | 2;
}

/** The first edition has five digits, and companies that never filed again still carry it. */
const caemRev1 = `
01110 Cultivarea cerealelor și a altor culturi agricole
01210 Creșterea bovinelor
15810 Fabricarea pîinii și a produselor proaspete de patiserie
15930 Fabricarea vinurilor
18220 Fabricarea altor articole de îmbrăcăminte
36140 Fabricarea altor tipuri de mobilă
45210 Construcții de clădiri și lucrări de geniu civil
45410 Lucrări de tencuială
50200 Întreținerea și repararea autovehiculelor
51190 Intermedieri în comerțul cu produse diverse
51390 Comerț cu ridicata nespecializat al produselor alimentare, băuturilor și tutunului
51530 Comerț cu ridicata al materialului lemnos și materialelor de construcții
51900 Alte tipuri de comerț cu ridicata
52110 Comerț cu amănuntul în magazine nespecializate cu produse alimentare
52480 Comerț cu amănuntul al altor produse nealimentare în magazine specializate
52620 Comerț cu amănuntul prin standuri și piețe
55300 Restaurante
55400 Baruri
60240 Transporturi rutiere de mărfuri
63300 Activități ale agențiilor de turism
70200 Darea în locațiune a bunurilor imobiliare proprii
72200 Consultații și furnizare de produse software
74120 Activități de contabilitate și audit
74140 Consultații pentru afaceri și management
93020 Coafură și alte servicii de înfrumusețare`;

const licences = `
Fabricarea și comercializarea cu ridicata a producției alcoolice și a berii
Comercializarea cu amănuntul a băuturilor alcoolice
Importul și comercializarea produselor din tutun
Comercializarea cu amănuntul a produselor petroliere
Importul și comercializarea cu ridicata a produselor petroliere
Activitatea farmaceutică
Acordarea asistenței medicale
Proiectarea pentru toate categoriile de construcții
Construcțiile de clădiri și construcțiile inginerești, instalații și rețele tehnico-edilitare
Serviciile de transport auto de călători în folos public
Activitatea de intermediere în domeniul jocurilor de noroc
Activitatea particulară de detectiv și pază
Activitatea bancară
Activitatea de audit
Activitatea de evaluare a bunurilor imobile
Colectarea și prelucrarea resturilor și deșeurilor de metale feroase și neferoase
Importul, fabricarea și comercializarea substanțelor chimice toxice
Activitatea de brokeraj vamal
Serviciile de telecomunicații și informatică
Activitatea de turism`;

export const unlicensedClasses: UnlicensedClass[] = [
  ...lines(caemRev1).map((line, index) => toUnlicensed(line, 101 + index * 3, 1)),
  ...lines(caemRev2).map((line, index) => toUnlicensed(line, 1001 + index * 5, 2)),
];

export const licensedClasses: ActivityClass[] = lines(licences).map((label, index) => ({
  id: 11 + index * 2,
  label,
}));

/** An ID that no sheet of any generated workbook names. */
export const unclassifiedId = 99_001;

function toUnlicensed(line: string, id: number, version: 1 | 2): UnlicensedClass {
  const space = line.indexOf(' ');
  return { id, code: line.slice(0, space), label: line.slice(space + 1), version };
}

function lines(text: string): string[] {
  return withCedilla(text.trim()).split('\n');
}
