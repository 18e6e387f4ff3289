import { fold } from '../text.ts';

/** Words that no person's name has, in the register's language and in those of its founders. */
export const ORGANISATION_WORDS: ReadonlySet<string> = toWords(`
srl ics snc scs sca fpc plc ltd ltda limited llc llp lp inc incorporated corp corporation
gmbh mbh kft zrt nyrt sro dooel ood eood uab oyj aps bvba sprl scrl spa sarl
sasu eurl sagl srls pty pte pvt sdn bhd jsc ojsc cjsc fzco fzc fze dmcc
ооо оао зао пао нао тов тдв прат пат чуп мчп фоп нпо нпф гуп муп фгуп одо спд аозт аоот тоо ичп
лтд срл инк корп гмбх ooo oao aozt aoot
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
kolhoz santierul depozitul
общество предприятие компания фирма корпорация банк фонд ассоциация объединение институт
академия университет министерство комитет управление товарищество товариство підприємство
спілка кооператив колхоз совхоз завод фабрика комбинат концерн холдинг группа группы центр союз
организация учреждение агентство церковь община администрация совет
`);

/** Words of two or three letters that are names too: they count at an end, or with points. */
export const LAST_WORDS: ReadonlySet<string> = toWords(
  'sa ag bv nv ab oy ou kg co sia doo asa ead zao pao ат ао ад',
);
export const LAST_DOTTED_WORDS: ReadonlySet<string> = toWords('as se ad dd kd');
export const FIRST_WORDS: ReadonlySet<string> = toWords(
  'sc gt zao pao tov ооо тов ао ат чп ип пп зат ват',
);
/** Organisation words that are surnames or given names too. */
export const SURNAMES_TOO: ReadonlySet<string> = toWords(
  'bank banca camera uta regia trust fund fond holding biserica curtea pao zao tov банк пао',
);
/** Organisation words that stand at the end of a name; at its beginning they may be surnames. */
export const LATER_WORDS: ReadonlySet<string> = toWords(
  'company group groupe gruppe grup capital invest trade trading traders partners society concern',
);
/** At the beginning and with points, or with the letter Î: `Î.I.`, `ÎM`, but not `IM` or `IS`. */
export const FIRST_DOTTED_WORDS: ReadonlySet<string> = toWords(
  'sa ii im is ics cc cp ci ip ao aei oo gtf',
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
  'actionarii',
  'fondatorii',
  'asociatii',
  'salariatii',
  'cooperatorii',
  'grup de persoane',
  'grupul de persoane',
  'трудовой коллектив',
  'коллектив',
  'члены',
  'акционеры',
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
