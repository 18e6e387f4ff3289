import { fold } from '../text.ts';
import { CERTAIN_FORMS, FORMS_LIKE_NAMES } from './foreign-forms.ts';

/** Words that no person's name has, in the register's language and in those of its founders. */
export const ORGANISATION_WORDS: ReadonlySet<string> = new Set([
  ...CERTAIN_FORMS,
  ...toWords(`
fpc lp dooel sdn aoot incorporated corporation mbh
company holding holdings group groupe gruppe grup foundation association trust fund ventures bank
investment investments enterprise enterprises capital partners partnership trading trade traders
international industries consulting logistics management technologies solutions services systems
invest impex export import overseas offshore properties developments society
gesellschaft aktiengesellschaft verein stiftung handels societe societa spolka sirketi anonim
sanayi ticaret vakfi kabushiki kaisha sociedad limitada
societate societatea companie compania firma intreprindere intreprinderea cooperativa
cooperatia asociatie asociatia fundatie fundatia fondul uniune uniunea federatie federatia
confederatia alianta corporatia concern concernul consortiul combinatul combinat cumbinatul uzina fabrica
trustul banca sindicat sindicatul sindicate sindicatelor patronatul partidul biserica
manastirea parohia mitropolia eparhia cultul minister ministerul primaria consiliul consiliu
agentia institut institutul institutie institutia universitatea academia cancelaria directia
departamentul serviciul inspectoratul inspectia camera centrul organizatie organizatia
administratia biroul oficiul comisariatul comisia comitetul guvernul parlamentul presedintia
judecatoria judetean procuratura curtea penitenciarul politia autoritatea regia raionul
municipiul comuna prefectura unitatea statiunea statia filiala sucursala reprezentanta misiunea
ambasada bascanatul bascanat uta utag gagauzia gagauziei gagauze liceul gimnaziul colegiul scoala gradinita spitalul policlinica sanatoriul clubul
teatrul muzeul biblioteca editura redactia gospodaria agrofirma colhozul colhoz sovhozul sovhoz
kolhoz santierul depozitul holdingul condominiul obstea arhiva autogara aeroportul hotelul
restaurantul magazinul farmacia tipografia stadionul palatul internatul consulatul laboratorul
dispensarul maternitatea trezoreria
общество предприятие компания фирма корпорация банк фонд ассоциация объединение институт
академия университет министерство комитет управление товарищество товариство підприємство
спілка кооператив колхоз совхоз завод фабрика комбинат концерн холдинг группа группы центр союз
организация учреждение агентство церковь община администрация совет хозяйство хозяйства товариществ
жск гск тсж снт
orasul satul uat pretura posta ocolul coopcomert universcoop comunitatea bursa baroul imsp
stichting aktiebolag osakeyhtio anpartsselskab aktieselskab unipessoal korlatolt drustvo uzdaroji
`),
]);

/** Words that are names too: they count at an end, or with points. */
export const LAST_WORDS: ReadonlySet<string> = new Set([
  ...FORMS_LIKE_NAMES,
  ...toWords('sa ag ug bv nv ab oy ou kg co ead ат ао ад гп'),
]);
/** Company forms of two letters that may be a person's initials without points. */
export const LAST_DOTTED_WORDS: ReadonlySet<string> = toWords(
  'as se ad dd kd sl bt ks ae αε cap fc',
);
export const FIRST_WORDS: ReadonlySet<string> = toWords(
  'sc gt sia zao pao tov ооо тов ао ат чп ип пп зат ват гп дп кп фх fc cap ocn',
);
/** How the names of organisations begin whose first word alone may be a surname. */
export const PHRASES: readonly string[] = [
  'casa (?:nationala|de|teritoriala|raionala|municipala|centrala)',
  'calea ferata',
  'caile ferate',
  'crescatoria de',
];
/** As PHRASES; next to an IDNO they are addresses. */
export const MARKETS: readonly string[] = [
  'piata (?:centrala|agricola|agroalimentara|alimentara|comerciala|mixta|municipala|de)',
];
/** Organisation words that are surnames or given names too. */
export const SURNAMES_TOO: ReadonlySet<string> = toWords(
  'bank banca camera uta regia trust fund fond holding biserica curtea pao zao tov банк пао ' +
    `posta bursa cap гп doo ${[...FORMS_LIKE_NAMES].join(' ')}`,
);
/** Organisation words that stand at the end of a name; at its beginning they may be surnames. */
export const LATER_WORDS: ReadonlySet<string> = toWords(
  'company group groupe gruppe grup capital invest trade trading traders partners society concern',
);
/** At the beginning and with points, or with the letter Î: `Î.I.`, `ÎM`, but not `IM` or `IS`. */
export const FIRST_DOTTED_WORDS: ReadonlySet<string> = toWords(
  'sa ii im is bc ics icc cc cp ci ip ao aei oo gtf cap ong fc ocn imsp',
);

/** Suffixes that stand between commas as if they were names: `PLAI CO., LTD`. */
export const FORMS_ALONE: ReadonlySet<string> = toWords(
  'srl sa ltd limited llc llp inc corp corporation gmbh ag kg co plc spa sarl sro doo jsc cjsc ' +
    'ojsc bv nv ooo oao zao pao tov ооо тов зао оао пао лтд',
);

/** How the elements of an address begin. */
export const ADDRESS_WORDS: ReadonlySet<string> = toWords(
  'md str strada str-la stradela bd bul bulevardul sos soseaua mun municipiul or orasul r-n ' +
    'r-nul raionul s sat satul com comuna ap apt of oficiul bl blocul nr casa sec sect ' +
    'sectorul jud judetul et piata calea aleea tel republica',
);

/** How the names of groups begin: members, the staff of a plant. */
export const GROUP_OPENINGS: readonly string[] = [
  'membri',
  'membrii',
  'membrilor',
  'colectivul',
  'persoane fizice',
  'alte (?:\\d+ (?:de )?)?persoane',
  'diferite persoane',
  'diverse persoane',
  'mai multe persoane',
  'restul (?:asociatilor|fondatorilor|actionarilor|membrilor|participantilor|cotasilor|persoanelor)',
  'actionarii',
  'fondatorii',
  'asociatii',
  'salariatii',
  'angajatii',
  'muncitorii',
  'cooperatorii',
  'grup(?:ul)? de (?:persoane|initiativa)',
  'инициативная группа',
  'группа граждан',
  'трудовой коллектив',
  'коллектив',
  'члены',
  'акционеры',
];

/** These begin names of companies too: `CEILALȚI SRL`. */
export const OPENINGS_OF_NAMES_TOO: readonly string[] = [
  'locuitorii?',
  'cetatenii?',
  'taranii',
  'parintii',
  'detinatorii',
  'proprietarii',
  'alti (?:fondatori|asociati|actionari|membri|participanti|\\d+)',
  'ceilalti',
  'mostenitorii?',
  'succesorii?',
  'urmasii',
  'cotasii?',
  'граждане',
  'работники',
  'крестьяне',
  'остальные',
  'наследники',
  'жители',
  'собственники',
  'владельцы',
  'другие',
];

/** Founders that the register counts instead of naming: `TOTAL 71 MEMBRI`. */
export const COUNTED_WORDS: readonly string[] = [
  'membri',
  'persoane',
  'fondatori',
  'cooperatori',
  'actionari',
  'asociati',
  'proprietari',
  'locatari',
  'salariati',
  'член',
  'участник',
  'акционер',
];

function toWords(text: string): ReadonlySet<string> {
  return new Set(fold(text).split(' '));
}
