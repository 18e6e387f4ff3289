import { type Random, weighted } from './random.ts';

export interface District {
  name: string;
  /** The town's CUATM code; places in the district count up from it. */
  code: number;
  /** How its towns are written, `or. Orhei`. */
  town: string;
  villages: string[];
  weight: number;
}

/**
 * Districts by their companies in 2021 (National Bureau of Statistics: the first ten and the left
 * bank with Bender; the others share what remains by guess). Comma-below letters.
 */
export const districts: District[] = `
100 68977 Chișinău|mun. Chișinău|Băcioi Codru Durlești Ghidighici Trușeni
300 5129 Bălți|mun. Bălți|Elizaveta Sadovoe
9601 4307 Găgăuzia|mun. Comrat|Avdarma Beșalma Congaz Tomai
5501 3111 Ialoveni|or. Ialoveni|Bardar Costești Dănceni Ruseștii-Noi Sociteni
1701 2675 Cahul|mun. Cahul|Colibași Crihana-Veche Manta Roșu Zîrnești
6401 2673 Orhei|mun. Orhei|Ivancea Jora Peresecina Piatra Step-Soci
9201 2218 Ungheni|mun. Ungheni|Costuleni Măcărești Pîrlița Sculeni Zagarancea
8001 2164 Strășeni|mun. Strășeni|Cojușna Lozova Micăuți Sireți Vorniceni
1001 2063 Anenii Noi|or. Anenii Noi|Bulboaca Floreni Gura-Bîcului Mereni Țînțăreni
5301 1954 Hîncești|mun. Hîncești|Bobeica Ciuciuleni Lăpușna Sărata-Galbenă
7801 1610 Soroca|mun. Soroca|Cosăuți Rublenița Vasilcău
4101 1490 Edineț|mun. Edineț|Alexeevca Gordineșți Ruseni
2701 1440 Căușeni|mun. Căușeni|Copanca Taraclia Zaim
4501 1390 Florești|or. Florești|Cuhurești Prodănești Vărvăreni
3601 1330 Drochia|or. Drochia|Chetrosu Sofia Zgurița
3101 1290 Criuleni|or. Criuleni|Dubăsarii-Vechi Hrușova Măgdăcești
4301 1230 Fălești|or. Fălești|Călinești Glinjeni Risipeni
7401 1190 Sîngerei|or. Sîngerei|Bilicenii-Vechi Copăceni Dobrogea-Veche
2501 1140 Călărași|or. Călărași|Hîrjauca Sipoteni Vălcineț
8501 1100 Ștefan Vodă|or. Ștefan Vodă|Olănești Talmaza Tudora
7101 1050 Rîșcani|or. Rîșcani|Corlăteni Recea Zăicani
1401 1010 Briceni|or. Briceni|Corjeuți Larga Tabani
2901 960 Cimișlia|or. Cimișlia|Gura-Galbenei Satul-Nou Selemet
8701 910 Taraclia|or. Taraclia|Corten Tvardița Valea-Perjei
6001 870 Nisporeni|or. Nisporeni|Bălănești Ciutești Vărzărești
8901 840 Telenești|or. Telenești|Ciulucani Mîndrești Verejeni
6701 800 Rezina|or. Rezina|Echimăuți Ignăței Țahnăuți
4801 770 Glodeni|or. Glodeni|Cajba Cobani Limbenii-Noi
2101 740 Cantemir|or. Cantemir|Baimaclia Cania Gotești
6201 700 Ocnița|or. Ocnița|Frunză Lencăuți Mihălășeni
5701 680 Leova|or. Leova|Borogani Sărata-Nouă Tomai
3801 640 Dubăsari|or. Cocieri|Coșnița Molovata Ustia
3401 610 Dondușeni|or. Dondușeni|Plop Sudarca Tîrnova
8301 560 Șoldănești|or. Șoldănești|Alcedar Olișcani Răspopeni
1201 530 Basarabeasca|or. Basarabeasca|Abaclia Bașcalia Sadaclia
9901 247 Slobozia|mun. Bender|Cioburciu Hlinaia Varnița`
  .trim()
  .split('\n')
  .map(toDistrict);

export const pickDistrict: (random: Random) => District = weighted(
  districts,
  (district) => district.weight,
);

function toDistrict(line: string): District {
  const [head = '', town = '', villages = ''] = line.split('|');
  const [code = '', weight = '', ...name] = head.split(' ');
  return {
    name: name.join(' '),
    code: Number(code),
    town,
    villages: villages.split(' '),
    weight: Number(weight),
  };
}
