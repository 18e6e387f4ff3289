/**
 * Surnames are put together from three invented parts, so that they sound Moldovan and belong to
 * nobody in particular; given names are the ordinary ones. Comma-below letters throughout.
 */
export const surnameHeads = words(`
BĂL BOD BRÎN CAP CER CÎRN COD CREȚ DĂN DOR DRĂG FĂR FLOC FRUNZ GÎD GLOD GOR GRĂD HÎRB HUL IORD
LĂP LUNC MĂR MOC MUNȘ NĂS NIST OLĂR PĂV PLĂC PRUT RĂZ ROTĂR SĂR SCUR SÎNG SPÎN STÎNC ȘĂL
ȘOLD TĂB TĂT TINC TODIR ȚAR ȚURC URS VĂLM VÎRL VOIN VRAB ZĂR ZGÎRC ZUB`);

export const surnameMiddles = words(`
ăl ăn ar at av el en er eș et ic id il im in iș iț ol om on op or ov ul um un ur uș uț`);

export const surnameEndings = words(`
escu eanu aru an ache iuc enco oi uța ilă așu ici aș ițchi ariu atîr ean uleac oman ărescu`);

export const maleNames = words(`
ADRIAN ALEXANDRU ANATOLIE ANDREI ARTUR BORIS CONSTANTIN CORNELIU DAN DENIS DUMITRU EDUARD EMIL
EUGEN FIODOR GHENADIE GHEORGHE GRIGORE IGOR ILIE IOAN ION IURIE LEONID LIVIU MARIN MAXIM MIHAI
NICOLAE OLEG PAVEL PETRU RADU ROMAN RUSLAN SERGIU SIMION STANISLAV ȘTEFAN TUDOR VADIM VALENTIN
VALERIU VASILE VEACESLAV VICTOR VITALIE VLADIMIR VLADISLAV`);

export const femaleNames = words(`
ALA ALINA ANA ANASTASIA ANGELA AURELIA CAROLINA CRISTINA DIANA DOINA DORINA ECATERINA ELENA EUGENIA
FELICIA GALINA INA INGA IRINA IULIA LARISA LIDIA LILIA LILIANA LUCIA LUDMILA MARIA MARINA MARIANA
MIHAELA NADEJDA NATALIA NINA OLESEA OLGA OXANA PARASCOVIA RAISA RODICA SILVIA SOFIA STELA SVETLANA
TAMARA TATIANA VALENTINA VERA VERONICA VICTORIA VIORICA ZINAIDA`);

export const cyrillicSurnames = words(`
БОДРЕНКО ВАРНЕЦОВ ГЛОДЧЕНКО ДОРНИЦКИЙ ЗУБРЕНКО КОДРЕВИЧ ЛУНГИН МОКРИЦКИЙ НИСТРЕНКО ПРУТОВ СКУРТОВ
ТАБРЕНКО УРСОЛОВ ЧОБРЕНКО ШОЛДИН`);

export const cyrillicNames = words(`
АЛЕКСАНДР АНДРЕЙ ВИКТОР ЕЛЕНА ИГОРЬ ИРИНА ЛЮДМИЛА НАТАЛЬЯ НИКОЛАЙ ОЛЬГА ПЁТР СВЕТЛАНА СЕРГЕЙ ЮРИЙ`);

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
