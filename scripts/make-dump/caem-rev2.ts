/**
 * Classes of CAEM Rev.2 with titles in the manner of the official ones (it is the same as NACE
 * Rev.2 class by class). One in four of the real table, roughly the ones that companies choose.
 */
export const caemRev2 = `
01.11 Cultivarea cerealelor (exclusiv orez), plantelor leguminoase și a semințelor oleaginoase
01.13 Cultivarea legumelor și a pepenilor, a rădăcinoaselor și tuberculilor
01.19 Cultivarea altor plante din culturi nepermanente
01.21 Cultivarea strugurilor
01.24 Cultivarea fructelor semințoase și sîmburoase
01.25 Cultivarea fructelor arbuștilor fructiferi, căpșunilor, nuciferilor și a altor pomi
01.30 Cultivarea plantelor pentru înmulțire
01.41 Creșterea bovinelor de lapte
01.45 Creșterea ovinelor și caprinelor
01.46 Creșterea porcinelor
01.47 Creșterea păsărilor
01.49 Creșterea altor animale
01.50 Activități în ferme mixte (cultura vegetală combinată cu creșterea animalelor)
01.61 Activități auxiliare pentru producția vegetală
01.62 Activități auxiliare pentru creșterea animalelor
01.63 Activități după recoltare
02.10 Silvicultura și alte activități forestiere
02.20 Exploatare forestieră
03.22 Acvacultura în ape dulci
08.11 Extracția pietrei ornamentale și a pietrei pentru construcții, a gipsului și a cretei
08.12 Extracția pietrișului și nisipului; extracția argilei și caolinului
10.11 Prelucrarea și conservarea cărnii
10.13 Fabricarea produselor din carne (inclusiv din carne de pasăre)
10.32 Fabricarea sucurilor de fructe și legume
10.39 Prelucrarea și conservarea fructelor și legumelor n.c.a.
10.41 Fabricarea uleiurilor și grăsimilor
10.51 Fabricarea produselor lactate și a brînzeturilor
10.61 Fabricarea produselor de morărit
10.71 Fabricarea pîinii; fabricarea prăjiturilor și a produselor proaspete de patiserie
10.72 Fabricarea biscuiților și pișcoturilor; fabricarea produselor conservate de patiserie
10.73 Fabricarea macaroanelor, tăițeilor, cuș-cuș-ului și a altor produse făinoase similare
10.82 Fabricarea produselor din cacao, a ciocolatei și a produselor zaharoase
10.85 Fabricarea de mîncăruri preparate
10.89 Fabricarea altor produse alimentare n.c.a.
10.91 Fabricarea preparatelor pentru hrana animalelor de fermă
11.01 Distilarea, rafinarea și mixarea băuturilor alcoolice
11.02 Fabricarea vinurilor din struguri
11.05 Fabricarea berii
11.07 Producția de băuturi răcoritoare nealcoolice; producția de ape minerale
13.92 Fabricarea de articole confecționate din textile (cu excepția îmbrăcămintei)
14.12 Fabricarea de articole de îmbrăcăminte pentru lucru
14.13 Fabricarea altor articole de îmbrăcăminte (exclusiv lenjeria de corp)
14.14 Fabricarea de articole de lenjerie de corp
14.19 Fabricarea altor articole de îmbrăcăminte și accesorii n.c.a.
15.12 Fabricarea articolelor de voiaj și marochinărie și a articolelor de harnașament
15.20 Fabricarea încălțămintei
16.10 Tăierea și rindeluirea lemnului
16.23 Fabricarea altor elemente de dulgherie și tîmplărie, pentru construcții
16.24 Fabricarea ambalajelor din lemn
17.21 Fabricarea hîrtiei și cartonului ondulat și a ambalajelor din hîrtie și carton
18.12 Alte activități de tipărire n.c.a.
18.13 Servicii pregătitoare pentru pretipărire
20.41 Fabricarea săpunurilor, detergenților și a produselor de întreținere
20.42 Fabricarea parfumurilor și a produselor cosmetice (de toaletă)
22.22 Fabricarea articolelor de ambalaj din material plastic
22.23 Fabricarea articolelor din material plastic pentru construcții
22.29 Fabricarea altor produse din material plastic
23.12 Prelucrarea și fasonarea sticlei plate
23.61 Fabricarea produselor din beton pentru construcții
23.63 Fabricarea betonului
23.70 Tăierea, fasonarea și finisarea pietrei
25.11 Fabricarea de construcții metalice și părți componente ale structurilor metalice
25.12 Fabricarea de uși și ferestre din metal
25.62 Operațiuni de mecanică generală
25.99 Fabricarea altor articole din metal n.c.a.
31.01 Fabricarea de mobilă pentru birouri și magazine
31.02 Fabricarea de mobilă pentru bucătării
31.09 Fabricarea de mobilă n.c.a.
32.99 Fabricarea altor produse manufacturiere n.c.a.
33.12 Repararea mașinilor
33.14 Repararea echipamentelor electrice
33.20 Instalarea mașinilor și echipamentelor industriale
35.11 Producția de energie electrică
35.30 Furnizarea de abur și aer condiționat
36.00 Captarea, tratarea și distribuția apei
37.00 Colectarea și epurarea apelor uzate
38.11 Colectarea deșeurilor nepericuloase
38.32 Recuperarea materialelor reciclabile sortate
41.10 Dezvoltare (promovare) imobiliară
41.20 Lucrări de construcții a clădirilor rezidențiale și nerezidențiale
42.11 Lucrări de construcții a drumurilor și autostrăzilor
42.21 Lucrări de construcții a proiectelor utilitare pentru fluide
42.22 Lucrări de construcții a proiectelor utilitare pentru electricitate și telecomunicații
42.99 Lucrări de construcții a altor proiecte inginerești n.c.a.
43.11 Lucrări de demolare a construcțiilor
43.12 Lucrări de pregătire a terenului
43.21 Lucrări de instalații electrice
43.22 Lucrări de instalații sanitare, de încălzire și de aer condiționat
43.29 Alte lucrări de instalații pentru construcții
43.31 Lucrări de ipsoserie
43.32 Lucrări de tîmplărie și dulgherie
43.33 Lucrări de pardosire și placare a pereților
43.34 Lucrări de vopsitorie, zugrăveli și montări de geamuri
43.39 Alte lucrări de finisare
43.91 Lucrări de învelitori, șarpante și terase la construcții
43.99 Alte lucrări speciale de construcții n.c.a.
45.11 Comerț cu autoturisme și autovehicule ușoare (sub 3,5 tone)
45.20 Întreținerea și repararea autovehiculelor
45.31 Comerț cu ridicata de piese și accesorii pentru autovehicule
45.32 Comerț cu amănuntul de piese și accesorii pentru autovehicule
46.11 Intermedieri în comerțul cu materii prime agricole, animale vii și materii prime textile
46.13 Intermedieri în comerțul cu material lemnos și materiale de construcții
46.17 Intermedieri în comerțul cu produse alimentare, băuturi și tutun
46.19 Intermedieri în comerțul cu produse diverse
46.21 Comerț cu ridicata al cerealelor, semințelor, furajelor și tutunului neprelucrat
46.31 Comerț cu ridicata al fructelor și legumelor
46.34 Comerț cu ridicata al băuturilor
46.39 Comerț cu ridicata nespecializat de produse alimentare, băuturi și tutun
46.41 Comerț cu ridicata al produselor textile
46.42 Comerț cu ridicata al îmbrăcămintei și încălțămintei
46.49 Comerț cu ridicata al altor bunuri de uz gospodăresc
46.51 Comerț cu ridicata al calculatoarelor, echipamentelor periferice și software-ului
46.69 Comerț cu ridicata al altor mașini și echipamente
46.71 Comerț cu ridicata al combustibililor solizi, lichizi și gazoși și al produselor derivate
46.73 Comerț cu ridicata al materialului lemnos și al materialelor de construcții
46.90 Comerț cu ridicata nespecializat
47.11 Comerț cu amănuntul în magazine nespecializate, cu vînzare predominantă de alimente
47.19 Comerț cu amănuntul în magazine nespecializate, cu vînzare predominantă de nealimentare
47.21 Comerț cu amănuntul al fructelor și legumelor proaspete, în magazine specializate
47.24 Comerț cu amănuntul al pîinii și produselor de patiserie, în magazine specializate
47.25 Comerț cu amănuntul al băuturilor, în magazine specializate
47.41 Comerț cu amănuntul al calculatoarelor și software-ului în magazine specializate
47.52 Comerț cu amănuntul al articolelor de fierărie, din sticlă și pentru vopsit
47.59 Comerț cu amănuntul al mobilei și al articolelor de uz casnic n.c.a.
47.71 Comerț cu amănuntul al îmbrăcămintei, în magazine specializate
47.73 Comerț cu amănuntul al produselor farmaceutice, în magazine specializate
47.76 Comerț cu amănuntul al florilor, plantelor și semințelor; al animalelor de companie
47.78 Comerț cu amănuntul al altor bunuri noi, în magazine specializate
47.81 Comerț cu amănuntul al produselor alimentare prin standuri, chioșcuri și piețe
47.91 Comerț cu amănuntul prin intermediul caselor de comenzi sau prin Internet
47.99 Comerț cu amănuntul efectuat în afara magazinelor, standurilor și piețelor
49.31 Transporturi urbane, suburbane și metropolitane de călători
49.32 Transporturi cu taxiuri
49.39 Alte transporturi terestre de călători n.c.a.
49.41 Transporturi rutiere de mărfuri
52.10 Depozitări
52.29 Alte activități anexe transporturilor
53.20 Alte activități poștale și de curier
55.10 Hoteluri și alte facilități de cazare similare
55.20 Facilități de cazare pentru vacanțe și perioade de scurtă durată
56.10 Restaurante și alte activități de servicii de alimentație
56.21 Activități de alimentație (catering) pentru evenimente
56.30 Baruri și alte activități de servire a băuturilor
58.11 Activități de editare a cărților
58.29 Activități de editare a altor produse software
59.11 Activități de producție cinematografică, video și de programe de televiziune
61.10 Activități de telecomunicații prin rețele cu cablu
62.01 Activități de realizare a soft-ului la comandă (software orientat client)
62.02 Activități de consultanță în tehnologia informației
62.03 Activități de management (gestiune și exploatare) a mijloacelor de calcul
62.09 Alte activități de servicii privind tehnologia informației
63.11 Prelucrarea datelor, administrarea paginilor web și activități conexe
64.19 Alte activități de intermedieri monetare
64.92 Alte activități de creditare
66.22 Activități ale agenților și brokerilor de asigurări
68.10 Cumpărarea și vînzarea de bunuri imobiliare proprii
68.20 Închirierea și exploatarea bunurilor imobiliare proprii sau închiriate
68.31 Agenții imobiliare
69.10 Activități juridice
69.20 Activități de contabilitate și audit financiar; consultanță în domeniul fiscal
70.22 Activități de consultanță pentru afaceri și management
71.11 Activități de arhitectură
71.12 Activități de inginerie și consultanță tehnică legate de acestea
71.20 Activități de testări și analize tehnice
73.11 Activități ale agențiilor de publicitate
73.20 Activități de studiere a pieței și de sondare a opiniei publice
74.10 Activități de design specializat
74.20 Activități fotografice
74.30 Activități de traducere scrisă și orală (interpreți)
77.11 Activități de închiriere și leasing cu autoturisme și autovehicule ușoare
78.10 Activități ale agențiilor de plasare a forței de muncă
79.11 Activități ale agențiilor turistice
79.12 Activități ale tur-operatorilor
80.10 Activități de protecție și gardă
81.21 Activități generale de curățenie a clădirilor
81.30 Activități de întreținere peisagistică
82.11 Activități combinate de secretariat
82.30 Activități de organizare a expozițiilor, tîrgurilor și congreselor
82.99 Alte activități de servicii suport pentru întreprinderi n.c.a.
85.51 Învățămînt în domeniul sportiv și recreațional
85.59 Alte forme de învățămînt n.c.a.
86.22 Activități de asistență medicală specializată
86.23 Activități de asistență stomatologică
90.02 Activități suport pentru interpretare artistică (spectacole)
93.13 Activități ale centrelor de fitness
93.29 Alte activități recreative și distractive n.c.a.
95.11 Repararea calculatoarelor și a echipamentelor periferice
96.01 Spălarea și curățarea (uscată) articolelor textile și a produselor din blană
96.02 Coafură și alte activități de înfrumusețare
96.09 Alte activități de servicii n.c.a.`;
