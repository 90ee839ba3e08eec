/**
 * Further members of the S&P 500, with the columns of `known-symbols.ts`. Symbols, names, sectors and industries are those of the data sets
 * datasets/s-and-p-500-companies and s-and-p-500-companies-financials (Open Data Commons Public Domain Dedication and Licence 1.0,
 * https://opendatacommons.org/licenses/pddl/1-0/), prices and share counts of their order of magnitude. Volumes and betas follow from size and
 * sector. Everything that happens to them here is invented.
 */
export const INDEX_STOCKS = `
A|Agilent Technologies|NYSE|Health Care|Life Sciences Tools & Services|159|282|4.99|1.03|1.8|0.75
ABNB|Airbnb|NASDAQ|Consumer Discretionary|Hotels, Resorts & Cruise Lines|187.3|599|4.38|0|3.9|1.2
ACGL|Arch Capital Group|NASDAQ|Financials|Property & Casualty Insurance|99.39|341|12.78|0|2.2|1.05
ACN|Accenture|NYSE|Technology|IT Consulting & Other Services|185.28|612|12.78|6.67|4|1.2
ADP|Automatic Data Processing|NASDAQ|Industrials|Human Resource & Employment Services|280.81|397|11.01|6.85|2.6|1.05
ADSK|Autodesk|NASDAQ|Technology|Application Software|253.82|211|6.93|0|1.4|1.2
AEP|American Electric Power|NASDAQ|Utilities|Electric Utilities|120.94|544|5.77|3.65|3.5|0.55
AFL|Aflac|NYSE|Financials|Life & Health Insurance|116.07|501|9.27|2.44|3.3|1.05
AIZ|Assurant|NYSE|Financials|Multi-line Insurance|284.04|49.3|20.9|3.55|0.3|1.05
AKAM|Akamai Technologies|NASDAQ|Technology|Internet Services & Infrastructure|110.42|144|2.76|0|0.9|1.2
ALB|Albemarle Corporation|NYSE|Materials|Specialty Chemicals|143.25|118|0.29|1.75|0.8|1.05
ALL|Allstate|NYSE|Financials|Property & Casualty Insurance|253.83|253|49.8|4.32|1.6|1.05
AMAT|Applied Materials|NASDAQ|Technology|Semiconductor Materials & Equipment|492.32|794|11.61|2.12|5.2|1.2
AMCR|Amcor|NYSE|Materials|Paper & Plastic Packaging Products & Materials|48.59|462|2.38|2.64|3|1.05
AME|Ametek|NYSE|Industrials|Electrical Components & Equipment|239.55|229|6.84|1.37|1.5|1.05
AMGN|Amgen|NASDAQ|Health Care|Biotechnology|439.33|541|16.3|10.19|3.5|0.75
AMP|Ameriprise Financial|NYSE|Financials|Asset Management & Custody Banks|555.59|88.3|41.41|6.89|0.6|1.05
ANET|Arista Networks|NYSE|Technology|Communications Equipment|188.65|1261|3.16|0|8.2|1.2
AOS|A. O. Smith|NYSE|Industrials|Building Products|63.08|136|3.59|1.46|0.9|1.05
APTV|Aptiv|NYSE|Consumer Discretionary|Automotive Parts & Equipment|48.28|208|2.27|0|1.3|1.2
ARE|Alexandria Real Estate Equities|NYSE|Real Estate|Office REITs|53.49|172|-6.05|2.91|1.1|0.9
ATO|Atmos Energy|NYSE|Utilities|Gas Utilities|166.85|169|8.21|3.92|1.1|0.55
AVY|Avery Dennison|NYSE|Materials|Paper & Plastic Packaging Products & Materials|183.71|75.8|9.13|4.02|0.5|1.05
AWK|American Water Works|NYSE|Utilities|Water Utilities|135.39|199|5.7|3.53|1.3|0.55
AXON|Axon Enterprise|NASDAQ|Industrials|Aerospace & Defense|627.75|81.2|2.4|0|0.5|1.05
BALL|Ball Corporation|NYSE|Materials|Metal, Glass & Plastic Containers|63.59|265|3.49|0.81|1.7|1.05
BAX|Baxter International|NYSE|Health Care|Health Care Equipment|26.34|517|-1.88|0.04|3.4|0.75
BDX|Becton Dickinson|NYSE|Health Care|Health Care Equipment|192|272|5.91|4.3|1.8|0.75
BG|Bunge Global|NYSE|Consumer Staples|Agricultural Products & Services|113.11|192|4.5|2.79|1.2|0.5
BIIB|Biogen|NASDAQ|Health Care|Biotechnology|216.78|148|5.64|0|1|0.75
BKNG|Booking Holdings|NASDAQ|Consumer Discretionary|Hotels, Resorts & Cruise Lines|209.62|751|9|1.68|4.9|1.2
BKR|Baker Hughes|NASDAQ|Energy|Oil & Gas Equipment & Services|62.34|993|3.11|0.92|6.5|0.9
BLDR|Builders FirstSource|NYSE|Industrials|Building Products|70.21|108|0.92|0|0.7|1.05
BLK|BlackRock|NYSE|Financials|Asset Management & Custody Banks|1157|162|41.72|23.25|1.1|1.05
BMY|Bristol Myers Squibb|NYSE|Health Care|Pharmaceuticals|67.01|2043|4.64|2.58|13.3|0.75
BR|Broadridge Financial Solutions|NYSE|Industrials|Data Processing & Outsourced Services|182.18|114|9.6|4.45|0.7|1.05
BRO|Brown & Brown|NYSE|Financials|Insurance Brokers|72.92|335|3.16|0.67|2.2|1.05
BSX|Boston Scientific|NYSE|Health Care|Health Care Equipment|50.37|1449|2.52|0|9.4|0.75
BX|Blackstone Inc.|NYSE|Financials|Asset Management & Custody Banks|143.38|1195|4.47|5.31|7.8|1.05
CAH|Cardinal Health|NYSE|Health Care|Health Care Distributors|229.51|233|7.22|2.07|1.5|0.75
CARR|Carrier Global|NYSE|Industrials|Building Products|60.37|824|1.4|0.97|5.4|1.05
CBRE|CBRE Group|NYSE|Real Estate|Real Estate Services|152.1|290|4.37|0|1.9|0.9
CCI|Crown Castle|NYSE|Real Estate|Telecom Tower REITs|75.51|437|2.45|4.26|2.8|0.9
CDW|CDW Corporation|NASDAQ|Technology|Technology Distributors|137.25|125|8.55|2.59|0.8|1.2
CEG|Constellation Energy|NASDAQ|Utilities|Electric Utilities|272.88|354|10.23|1.72|2.3|0.55
CFG|Citizens Financial Group|NYSE|Financials|Regional Banks|69.86|421|4.6|1.84|2.7|1.05
CHD|Church & Dwight|NYSE|Consumer Staples|Household Products|98.8|237|3.12|1.24|1.5|0.5
CHRW|C.H. Robinson|NASDAQ|Industrials|Air Freight & Logistics|141.63|117|5.24|2.48|0.8|1.05
CHTR|Charter Communications|NASDAQ|Communication Services|Cable & Satellite|150.17|135|39.06|0|0.9|0.9
CINF|Cincinnati Financial|NASDAQ|Financials|Property & Casualty Insurance|168.29|153|21.18|3.77|1|1.05
CL|Colgate-Palmolive|NYSE|Consumer Staples|Household Products|91.08|797|2.54|2.15|5.2|0.5
CLX|Clorox|NYSE|Consumer Staples|Household Products|106.69|121|4.81|5.04|0.8|0.5
CME|CME Group|NASDAQ|Financials|Financial Exchanges & Data|274.98|360|11.78|5.28|2.3|1.05
CMG|Chipotle Mexican Grill|NYSE|Consumer Discretionary|Restaurants|36.9|1265|1.08|0|8.2|1.2
CNC|Centene Corporation|NYSE|Health Care|Managed Health Care|65.02|494|-10.36|0|3.2|0.75
CNP|CenterPoint Energy|NYSE|Utilities|Multi-Utilities|38.77|659|1.68|0.93|4.3|0.55
COF|Capital One|NYSE|Financials|Consumer Finance|217.91|613|18.15|3.29|4|1.05
COR|Cencora|NYSE|Health Care|Health Care Distributors|318.04|191|13.47|2.42|1.2|0.75
CPAY|Corpay|NYSE|Financials|Transaction & Payment Processing Services|417.13|65.7|16.64|0|0.4|1.05
CPRT|Copart|NASDAQ|Industrials|Diversified Support Services|33.8|926|1.61|0|6|1.05
CPT|Camden Property Trust|NYSE|Real Estate|Multi-Family Residential REITs|107.59|101|3.03|4.23|0.7|0.9
CRL|Charles River Laboratories|NYSE|Health Care|Life Sciences Tools & Services|295.19|48.2|-4.81|0|0.3|0.75
CRWD|CrowdStrike|NASDAQ|Technology|Systems Software|191.95|1018|-0.04|0|6.6|1.2
CSGP|CoStar Group|NASDAQ|Real Estate|Real Estate Services|32.26|405|0.18|0|2.6|0.9
CSX|CSX Corporation|NASDAQ|Industrials|Rail Transportation|51.59|1852|1.72|0.57|12|1.05
CTSH|Cognizant|NASDAQ|Technology|IT Consulting & Other Services|61.87|450|4.66|1.34|2.9|1.2
CTVA|Corteva|NYSE|Materials|Fertilizers & Agricultural Chemicals|81.79|667|1.7|0.74|4.3|1.05
D|Dominion Energy|NYSE|Utilities|Multi-Utilities|66.6|880|2.85|2.64|5.7|0.55
DD|DuPont|NYSE|Industrials|Industrial Conglomerates|138.33|135|2.33|2.39|0.9|1.05
DE|Deere & Company|NYSE|Industrials|Agricultural & Farm Machinery|647.47|270|17.63|6.73|1.8|1.05
DECK|Deckers Brands|NYSE|Consumer Discretionary|Footwear|91.68|136|7.03|0|0.9|1.2
DELL|Dell Technologies|NYSE|Technology|Technology Hardware, Storage & Peripherals|442.08|646|12.78|2.56|4.2|1.2
DG|Dollar General|NYSE|Consumer Staples|Consumer Staples Merchandise Retail|123.41|221|7.07|2.42|1.4|0.5
DGX|Quest Diagnostics|NYSE|Health Care|Health Care Services|244.39|110|9.41|3.49|0.7|0.75
DHI|D. R. Horton|NYSE|Consumer Discretionary|Homebuilding|148.35|280|10.49|1.81|1.8|1.2
DLR|Digital Realty|NYSE|Real Estate|Data Center REITs|190.62|377|2.02|4.78|2.4|0.9
DLTR|Dollar Tree|NASDAQ|Consumer Staples|Consumer Staples Merchandise Retail|131.48|192|6.23|0|1.2|0.5
DOC|Healthpeak Properties|NYSE|Real Estate|Health Care REITs|21.4|709|0.35|1.23|4.6|0.9
DOW|Dow Inc.|NYSE|Materials|Commodity Chemicals|32.35|722|-1.83|1.38|4.7|1.05
DPZ|Domino's|NASDAQ|Consumer Discretionary|Restaurants|341.85|33.1|17.65|8.14|0.2|1.2
DTE|DTE Energy|NYSE|Utilities|Multi-Utilities|135.22|208|6.31|4.56|1.4|0.55
DVA|DaVita|NYSE|Health Care|Health Care Services|173.82|63.8|11.7|0|0.4|0.75
DVN|Devon Energy|NYSE|Energy|Oil & Gas Exploration & Production|49.1|1100|4.58|1.28|7.1|0.9
DXCM|Dexcom|NASDAQ|Health Care|Health Care Equipment|92.34|377|2.53|0|2.5|0.75
EBAY|eBay Inc.|NASDAQ|Consumer Discretionary|Broadline Retail|104.13|445|4.76|1.24|2.9|1.2
ECL|Ecolab|NYSE|Materials|Specialty Chemicals|281.63|280|7.46|2.93|1.8|1.05
EFX|Equifax|NYSE|Industrials|Research & Consulting Services|192.62|117|5.7|2.23|0.8|1.05
EG|Everest Group|NYSE|Financials|Reinsurance|370.06|38.3|47.55|8.03|0.2|1.05
ELV|Elevance Health|NYSE|Health Care|Managed Health Care|400.54|217|22.87|6.97|1.4|0.75
EQIX|Equinix|NASDAQ|Real Estate|Data Center REITs|1065|98.7|15.34|20.35|0.6|0.9
EQT|EQT Corporation|NYSE|Energy|Oil & Gas Exploration & Production|53.72|626|4.31|0.66|4.1|0.9
ERIE|Erie Indemnity|NASDAQ|Financials|Insurance Brokers|264.85|52.3|11.03|5.91|0.3|1.05
ES|Eversource Energy|NYSE|Utilities|Electric Utilities|70.21|377|3.85|3.07|2.4|0.55
ESS|Essex Property Trust|NYSE|Real Estate|Multi-Family Residential REITs|289|68.9|6.44|10.4|0.4|0.9
ETN|Eaton Corporation|NYSE|Industrials|Electrical Components & Equipment|419.2|388|9.89|4.44|2.5|1.05
ETR|Entergy|NYSE|Utilities|Electric Utilities|104.62|467|3.91|2.49|3|0.55
EVRG|Evergy|NASDAQ|Utilities|Electric Utilities|80.92|231|3.93|2.7|1.5|0.55
EW|Edwards Lifesciences|NYSE|Health Care|Health Care Equipment|89.79|576|1.68|0|3.7|0.75
EXC|Exelon|NASDAQ|Utilities|Electric Utilities|43.78|1030|2.72|1.63|6.7|0.55
EXPD|Expeditors International|NYSE|Industrials|Air Freight & Logistics|187.81|130|6.88|1.63|0.8|1.05
EXPE|Expedia Group|NASDAQ|Consumer Discretionary|Hotels, Resorts & Cruise Lines|321.63|120|15.88|1.9|0.8|1.2
EXR|Extra Space Storage|NYSE|Real Estate|Self-Storage REITs|146.81|221|4.52|6.46|1.4|0.9
FANG|Diamondback Energy|NASDAQ|Energy|Oil & Gas Exploration & Production|210.72|280|5.25|4.4|1.8|0.9
FDS|FactSet|NYSE|Financials|Financial Exchanges & Data|299.91|35.6|15.18|4.65|0.2|1.05
FFIV|F5, Inc.|NASDAQ|Technology|Communications Equipment|384.63|56.6|12.54|0|0.4|1.2
FICO|Fair Isaac|NYSE|Technology|Application Software|1173|21.6|34.49|0|0.1|1.2
FIS|Fidelity National Information Services|NYSE|Financials|Transaction & Payment Processing Services|41.34|516|6.51|1.79|3.4|1.05
FITB|Fifth Third Bancorp|NYSE|Financials|Regional Banks|54.82|907|2.97|1.61|5.9|1.05
FOX|Fox Corporation (Class B)|NASDAQ|Communication Services|Broadcasting|61.05|420|3.88|0.59|2.7|0.9
FRT|Federal Realty Investment Trust|NYSE|Real Estate|Retail REITs|116.74|87.4|4.95|4.62|0.6|0.9
FSLR|First Solar|NASDAQ|Technology|Semiconductors|214.28|107|16.23|0|0.7|1.2
FTNT|Fortinet|NASDAQ|Technology|Systems Software|153.51|734|2.83|0|4.8|1.2
GD|General Dynamics|NYSE|Industrials|Aerospace & Defense|384.29|271|16.33|6.34|1.8|1.05
GDDY|GoDaddy|NYSE|Technology|Internet Services & Infrastructure|97.07|127|6.73|0|0.8|1.2
GEHC|GE HealthCare|NASDAQ|Health Care|Health Care Equipment|74.82|452|4.34|0.14|2.9|0.75
GEN|Gen Digital|NASDAQ|Technology|Systems Software|28.93|599|1.71|0.51|3.9|1.2
GEV|GE Vernova|NYSE|Industrials|Heavy Electrical Equipment|956.85|266|34.87|2.01|1.7|1.05
GIS|General Mills|NYSE|Consumer Staples|Packaged Foods & Meats|39.97|535|-0.16|2.46|3.5|0.5
GL|Globe Life|NYSE|Financials|Life & Health Insurance|171.08|76.8|15.04|1.32|0.5|1.05
GLW|Corning Inc.|NYSE|Technology|Electronic Components|149.84|861|2.17|1.11|5.6|1.2
GNRC|Generac|NYSE|Industrials|Heavy Electrical Equipment|205.98|59|4.34|0|0.4|1.05
GPC|Genuine Parts Company|NYSE|Consumer Discretionary|Distributors|133.96|138|0.25|4.29|0.9|1.2
GPN|Global Payments|NYSE|Financials|Transaction & Payment Processing Services|93.49|265|2.11|1.01|1.7|1.05
GWW|W. W. Grainger|NYSE|Industrials|Industrial Machinery & Supplies & Components|1312|47.1|39.63|10.1|0.3|1.05
HAL|Halliburton|NYSE|Energy|Oil & Gas Equipment & Services|35.34|833|1.91|0.67|5.4|0.9
HBAN|Huntington Bancshares|NASDAQ|Financials|Regional Banks|17.03|2020|1.3|0.62|13.1|1.05
HII|Huntington Ingalls Industries|NYSE|Industrials|Aerospace & Defense|298.2|39.4|16.79|5.46|0.3|1.05
HPE|Hewlett Packard Enterprise|NYSE|Technology|Technology Hardware, Storage & Peripherals|53.45|1324|1.07|0.58|8.6|1.2
HSIC|Henry Schein|NASDAQ|Health Care|Health Care Distributors|88.5|111|3.43|0|0.7|0.75
HST|Host Hotels & Resorts|NASDAQ|Real Estate|Hotel & Resort REITs|23.21|695|1.49|0.81|4.5|0.9
HSY|Hershey Company (The)|NYSE|Consumer Staples|Packaged Foods & Meats|186.46|201|7.25|5.74|1.3|0.5
HUBB|Hubbell Incorporated|NYSE|Industrials|Industrial Machinery & Supplies & Components|470.03|52.8|16.91|5.69|0.3|1.05
HUM|Humana|NYSE|Health Care|Managed Health Care|378.88|120|10.58|3.52|0.8|0.75
HWM|Howmet Aerospace|NYSE|Industrials|Aerospace & Defense|271.68|399|4.62|0.54|2.6|1.05
ICE|Intercontinental Exchange|NYSE|Financials|Financial Exchanges & Data|161.25|561|7.09|2.11|3.6|1.05
IEX|IDEX Corporation|NYSE|Industrials|Industrial Machinery & Supplies & Components|234.39|73.7|6.94|2.93|0.5|1.05
IFF|International Flavors & Fragrances|NYSE|Materials|Specialty Chemicals|84.28|255|-3.13|1.62|1.7|1.05
INCY|Incyte|NASDAQ|Health Care|Biotechnology|127.81|203|7.88|0|1.3|0.75
INTU|Intuit|NASDAQ|Technology|Application Software|367|274|16.39|4.88|1.8|1.2
INVH|Invitation Homes|NYSE|Real Estate|Single-Family Residential REITs|30.11|594|1.09|1.19|3.9|0.9
IP|International Paper|NYSE|Materials|Paper & Plastic Packaging Products & Materials|41.49|530|-5.39|1.9|3.4|1.05
IQV|IQVIA|NYSE|Health Care|Life Sciences Tools & Services|259.82|165|8.04|0|1.1|0.75
IRM|Iron Mountain|NYSE|Real Estate|Other Specialized REITs|122.02|298|1.41|3.43|1.9|0.9
ISRG|Intuitive Surgical|NASDAQ|Health Care|Health Care Equipment|378.81|358|8.73|0|2.3|0.75
IT|Gartner|NYSE|Technology|IT Consulting & Other Services|195.9|63.1|11.12|0|0.4|1.2
ITW|Illinois Tool Works|NYSE|Industrials|Industrial Machinery & Supplies & Components|282.29|285|11.03|6.86|1.9|1.05
J|Jacobs Solutions|NYSE|Industrials|Construction & Engineering|150.08|117|3|1.46|0.8|1.05
JBHT|J.B. Hunt|NASDAQ|Industrials|Cargo Ground Transportation|275.45|93.9|7.03|1.82|0.6|1.05
JBL|Jabil|NYSE|Technology|Electronic Manufacturing Services|313.21|105|7.98|0.31|0.7|1.2
JKHY|Jack Henry & Associates|NASDAQ|Financials|Transaction & Payment Processing Services|166.2|71.1|6.98|2.39|0.5|1.05
KDP|Keurig Dr Pepper|NASDAQ|Consumer Staples|Soft Drinks & Non-alcoholic Beverages|32.04|1361|0.99|0.93|8.8|0.5
KEYS|Keysight Technologies|NYSE|Technology|Electronic Equipment & Instruments|316.13|170|7.37|0|1.1|1.2
KHC|Kraft Heinz|NASDAQ|Consumer Staples|Packaged Foods & Meats|25.58|1186|-2.88|1.6|7.7|0.5
KKR|KKR & Co.|NYSE|Financials|Asset Management & Custody Banks|108.48|924|3.12|0.79|6|1.05
KLAC|KLA Corporation|NASDAQ|Technology|Semiconductor Materials & Equipment|183.99|1307|3.62|0.9|8.5|1.2
KMB|Kimberly-Clark|NASDAQ|Consumer Staples|Household Products|109.31|333|5.06|5.15|2.2|0.5
KMI|Kinder Morgan|NYSE|Energy|Oil & Gas Storage & Transportation|30.98|2227|1.55|1.16|14.5|0.9
KVUE|Kenvue|NYSE|Consumer Staples|Personal Care Products|19.06|1921|0.85|0.85|12.5|0.5
LDOS|Leidos|NYSE|Industrials|Diversified Support Services|141.39|125|10.72|1.72|0.8|1.05
LEN|Lennar|NYSE|Consumer Discretionary|Homebuilding|87.02|241|6.38|2.04|1.6|1.2
LH|Labcorp|NYSE|Health Care|Health Care Services|336.34|81.1|12.08|2.93|0.5|0.75
LHX|L3Harris|NYSE|Industrials|Aerospace & Defense|266.73|186|9.9|4.93|1.2|1.05
LNT|Alliant Energy|NASDAQ|Utilities|Electric Utilities|67.86|259|3.16|2.09|1.7|0.55
LULU|Lululemon Athletica|NASDAQ|Consumer Discretionary|Apparel, Accessories & Luxury Goods|121.07|114|12.36|0|0.7|1.2
LUV|Southwest Airlines|NYSE|Industrials|Passenger Airlines|40.38|489|1.6|0.73|3.2|1.05
LVS|Las Vegas Sands|NYSE|Consumer Discretionary|Casinos & Gaming|47.03|648|2.58|1.23|4.2|1.2
LYB|LyondellBasell|NYSE|Materials|Specialty Chemicals|67.53|323|-0.82|2.73|2.1|1.05
LYV|Live Nation Entertainment|NYSE|Communication Services|Movies & Entertainment|181.82|233|-1.11|0|1.5|0.9
MAA|Mid-America Apartment Communities|NYSE|Real Estate|Multi-Family Residential REITs|131.31|119|3.42|6.08|0.8|0.9
MAR|Marriott International|NASDAQ|Consumer Discretionary|Hotels, Resorts & Cruise Lines|356.39|261|9.66|2.92|1.7|1.2
MCHP|Microchip Technology|NASDAQ|Technology|Semiconductors|76.08|543|0.68|1.83|3.5|1.2
MCK|McKesson Corporation|NYSE|Health Care|Health Care Distributors|858.9|117|37.24|3.87|0.8|0.75
MCO|Moody's Corporation|NYSE|Financials|Financial Exchanges & Data|503.32|173|15.76|4.18|1.1|1.05
MDLZ|Mondelez International|NASDAQ|Consumer Staples|Packaged Foods & Meats|64.45|1276|2.75|2.09|8.3|0.5
MDT|Medtronic|NYSE|Health Care|Health Care Equipment|93.35|1280|3.73|2.91|8.3|0.75
MET|MetLife|NYSE|Financials|Life & Health Insurance|94.34|635|5.22|2.4|4.1|1.05
MGM|MGM Resorts|NYSE|Consumer Discretionary|Casinos & Gaming|43.74|256|1.65|0|1.7|1.2
MKC|McCormick & Company|NYSE|Consumer Staples|Packaged Foods & Meats|55.41|269|6.01|1.93|1.7|0.5
MLM|Martin Marietta Materials|NYSE|Materials|Construction Materials|534.92|60.1|15.39|3.42|0.4|1.05
MNST|Monster Beverage|NASDAQ|Consumer Staples|Soft Drinks & Non-alcoholic Beverages|47.79|1959|1.08|0|12.7|0.5
MO|Altria|NYSE|Consumer Staples|Tobacco|66.09|1670|4.75|4.18|10.9|0.5
MOS|Mosaic Company (The)|NYSE|Materials|Fertilizers & Agricultural Chemicals|24.41|318|-2.02|0.92|2.1|1.05
MPWR|Monolithic Power Systems|NASDAQ|Technology|Semiconductors|1316|49.1|16.38|8.03|0.3|1.2
MRNA|Moderna|NASDAQ|Health Care|Biotechnology|145.13|399|-8.69|0|2.6|0.75
MSCI|MSCI Inc.|NYSE|Financials|Financial Exchanges & Data|563.49|72.7|18.31|8.11|0.5|1.05
MSI|Motorola Solutions|NYSE|Technology|Communications Equipment|480.47|165|12.69|4.9|1.1|1.2
MTB|M&T Bank|NYSE|Financials|Regional Banks|240.34|144|18.89|6.06|0.9|1.05
MTD|Mettler Toledo|NYSE|Health Care|Life Sciences Tools & Services|1395|20|44.3|0|0.1|0.75
NCLH|Norwegian Cruise Line Holdings|NYSE|Consumer Discretionary|Hotels, Resorts & Cruise Lines|17.24|459|1.65|0|3|1.2
NDSN|Nordson Corporation|NASDAQ|Industrials|Industrial Machinery & Supplies & Components|332.24|55.7|9.86|3.26|0.4|1.05
NEM|Newmont|NYSE|Materials|Gold|131.58|1054|8.17|1.07|6.8|1.05
NOC|Northrop Grumman|NYSE|Industrials|Aerospace & Defense|551.03|142|30.75|9.64|0.9|1.05
NOW|ServiceNow|NYSE|Technology|Systems Software|128.48|1034|1.6|0|6.7|1.2
NRG|NRG Energy|NYSE|Utilities|Independent Power Producers & Energy Traders|113.11|210|3.84|1.87|1.4|0.55
NTAP|NetApp|NASDAQ|Technology|Technology Hardware, Storage & Peripherals|192.27|196|6.34|2.08|1.3|1.2
NTRS|Northern Trust|NASDAQ|Financials|Asset Management & Custody Banks|183.9|183|11.73|3.31|1.2|1.05
NVR|NVR, Inc.|NYSE|Consumer Discretionary|Homebuilding|6359|2.7|384.93|0|0.1|1.2
NWS|News Corp (Class B)|NASDAQ|Communication Services|Publishing|34.55|540|1.03|0.2|3.5|0.9
NWSA|News Corp (Class A)|NASDAQ|Communication Services|Publishing|30.38|540|1.03|0.2|3.5|0.9
NXPI|NXP Semiconductors|NASDAQ|Technology|Semiconductors|225.56|252|11.73|4.11|1.6|1.2
O|Realty Income|NYSE|Real Estate|Retail REITs|62.6|946|1.36|3.22|6.2|0.9
ODFL|Old Dominion|NASDAQ|Industrials|Cargo Ground Transportation|206.47|208|5.19|1.18|1.4|1.05
OKE|Oneok|NYSE|Energy|Oil & Gas Storage & Transportation|93.33|630|5.79|4.22|4.1|0.9
OMC|Omnicom Group|NYSE|Communication Services|Advertising|87.54|274|0.37|3.22|1.8|0.9
ON|ON Semiconductor|NASDAQ|Technology|Semiconductors|74.21|389|1.53|0|2.5|1.2
ORLY|O’Reilly Automotive|NASDAQ|Consumer Discretionary|Automotive Retail|89.11|809|3.15|0|5.3|1.2
OTIS|Otis Worldwide|NYSE|Industrials|Industrial Machinery & Supplies & Components|71.49|381|3.87|1.75|2.5|1.05
PANW|Palo Alto Networks|NASDAQ|Technology|Systems Software|357.87|815|1.15|0|5.3|1.2
PCAR|Paccar|NASDAQ|Industrials|Construction Machinery & Heavy Transportation Equipment|131.03|526|4.74|1.43|3.4|1.05
PEG|Public Service Enterprise Group|NYSE|Utilities|Electric Utilities|72.61|498|3.91|2.61|3.2|0.55
PGR|Progressive Corporation|NYSE|Financials|Property & Casualty Insurance|219.28|581|19.94|0.39|3.8|1.05
PKG|Packaging Corporation of America|NYSE|Materials|Paper & Plastic Packaging Products & Materials|252.79|89.1|7.81|6.07|0.6|1.05
PNC|PNC Financial Services|NYSE|Financials|Diversified Banks|243.13|399|18.28|8.05|2.6|1.05
PNR|Pentair|NYSE|Industrials|Industrial Machinery & Supplies & Components|64.4|160|3.88|1.07|1|1.05
PNW|Pinnacle West Capital|NYSE|Utilities|Multi-Utilities|97.36|121|5.1|3.56|0.8|0.55
PODD|Insulet Corporation|NASDAQ|Health Care|Health Care Equipment|148.16|69.4|5.38|0|0.5|0.75
PPL|PPL Corporation|NYSE|Utilities|Electric Utilities|34.38|753|1.69|1.11|4.9|0.55
PSA|Public Storage|NYSE|Real Estate|Self-Storage REITs|322.49|187|10.49|12|1.2|0.9
PTC|PTC Inc.|NASDAQ|Technology|Application Software|154.68|109|10.31|0|0.7|1.2
PWR|Quanta Services|NYSE|Industrials|Construction & Engineering|639.34|150|8.44|0.45|1|1.05
PYPL|PayPal|NASDAQ|Financials|Transaction & Payment Processing Services|61.55|855|5.29|0.55|5.6|1.05
REGN|Regeneron Pharmaceuticals|NASDAQ|Health Care|Biotechnology|834.04|103|40.78|3.75|0.7|0.75
RF|Regions Financial Corporation|NYSE|Financials|Regional Banks|30.41|852|2.46|1.1|5.5|1.05
RL|Ralph Lauren Corporation|NYSE|Consumer Discretionary|Apparel, Accessories & Luxury Goods|372.59|59.6|15.87|3.73|0.4|1.2
RMD|ResMed|NYSE|Health Care|Health Care Equipment|231.52|144|10.44|2.69|0.9|0.75
ROK|Rockwell Automation|NYSE|Industrials|Electrical Components & Equipment|437.08|111|10.7|5.59|0.7|1.05
ROL|Rollins, Inc.|NYSE|Industrials|Environmental & Facilities Services|36.91|481|1.1|0.74|3.1|1.05
ROP|Roper Technologies|NASDAQ|Technology|Electronic Equipment & Instruments|411.79|98.9|24.01|3.66|0.6|1.2
ROST|Ross Stores|NASDAQ|Consumer Discretionary|Apparel Retail|239.04|321|8.63|1.82|2.1|1.2
RTX|RTX Corporation|NYSE|Industrials|Aerospace & Defense|209.91|1348|5.63|2.9|8.8|1.05
RVTY|Revvity|NYSE|Health Care|Health Care Equipment|124.75|112|2.09|0.29|0.7|0.75
SBAC|SBA Communications|NASDAQ|Real Estate|Telecom Tower REITs|182.59|106|9.39|5.06|0.7|0.9
SJM|J.M. Smucker Company (The)|NYSE|Consumer Staples|Packaged Foods & Meats|124.32|107|-1.3|4.53|0.7|0.5
SMCI|Supermicro|NASDAQ|Technology|Technology Hardware, Storage & Peripherals|37.24|647|3.33|0|4.2|1.2
SNA|Snap-on|NYSE|Industrials|Industrial Machinery & Supplies & Components|393.39|51.7|19.6|9.8|0.3|1.05
SNPS|Synopsys|NASDAQ|Technology|Application Software|397.87|191|4.38|0|1.2|1.2
SOLV|Solventum|NYSE|Health Care|Health Care Technology|89.57|170|8.27|0|1.1|0.75
SPGI|S&P Global|NYSE|Financials|Financial Exchanges & Data|431.29|295|16.39|3.88|1.9|1.05
SRE|Sempra|NYSE|Utilities|Multi-Utilities|82.89|654|3.27|2.49|4.3|0.55
STE|Steris|NYSE|Health Care|Health Care Equipment|237.93|97.5|8.26|2.59|0.6|0.75
STLD|Steel Dynamics|NASDAQ|Materials|Steel|228.68|143|11.5|2.22|0.9|1.05
STX|Seagate Technology|NASDAQ|Technology|Technology Hardware, Storage & Peripherals|850|227|13.85|2.98|1.5|1.2
SW|Smurfit Westrock|NYSE|Materials|Paper & Plastic Packaging Products & Materials|49.39|525|0.94|1.85|3.4|1.05
SWK|Stanley Black & Decker|NYSE|Industrials|Industrial Machinery & Supplies & Components|100.02|151|4.09|3.4|1|1.05
SWKS|Skyworks Solutions|NASDAQ|Technology|Semiconductors|67.14|150|1.93|2.77|1|1.2
SYF|Synchrony Financial|NYSE|Financials|Consumer Finance|79.47|325|9.75|1.41|2.1|1.05
SYY|Sysco|NYSE|Consumer Staples|Food Distributors|84.1|479|3.66|2.23|3.1|0.5
TDG|TransDigm Group|NYSE|Industrials|Aerospace & Defense|1200|55.3|33.49|0|0.4|1.05
TDY|Teledyne Technologies|NYSE|Technology|Electronic Equipment & Instruments|636.15|46.4|20.74|0|0.3|1.2
TECH|Bio-Techne|NASDAQ|Health Care|Life Sciences Tools & Services|72.32|156|1.16|0.32|1|0.75
TEL|TE Connectivity|NYSE|Technology|Electronic Manufacturing Services|203.52|290|10.36|3.03|1.9|1.2
TER|Teradyne|NASDAQ|Technology|Semiconductor Materials & Equipment|375.74|156|7.14|0.53|1|1.2
TFC|Truist Financial|NYSE|Financials|Diversified Banks|50.42|1222|4.37|2.09|7.9|1.05
TJX|TJX Companies|NYSE|Consumer Discretionary|Apparel Retail|140.53|1105|5.4|1.91|7.2|1.2
TMUS|T-Mobile US|NASDAQ|Communication Services|Wireless Telecommunication Services|183.04|1073|9.66|4.12|7|0.9
TRGP|Targa Resources|NYSE|Energy|Oil & Gas Storage & Transportation|299.1|214|10.46|4.94|1.4|0.9
TRMB|Trimble Inc.|NASDAQ|Technology|Application Software|60.25|233|-0.48|0|1.5|1.2
TROW|T. Rowe Price|NASDAQ|Financials|Asset Management & Custody Banks|111.51|213|9.96|5.16|1.4|1.05
TT|Trane Technologies|NYSE|Industrials|Building Products|453.43|220|13.4|4.22|1.4|1.05
TTWO|Take-Two Interactive|NASDAQ|Communication Services|Interactive Home Entertainment|239.62|187|-1.73|0|1.2|0.9
TYL|Tyler Technologies|NYSE|Technology|Application Software|350.73|41|7.62|0|0.3|1.2
UAL|United Airlines Holdings|NASDAQ|Industrials|Passenger Airlines|113.17|325|10.68|0|2.1|1.05
UBER|Uber|NYSE|Industrials|Passenger Ground Transportation|78.8|2043|4.56|0|13.3|1.05
UNP|Union Pacific Corporation|NYSE|Industrials|Rail Transportation|308.05|594|12.34|5.76|3.9|1.05
URI|United Rentals|NYSE|Industrials|Trading Companies & Distributors|1099|62.2|41.62|7.91|0.4|1.05
USB|U.S. Bancorp|NYSE|Financials|Diversified Banks|62.05|1558|5.01|2.09|10.1|1.05
VICI|Vici Properties|NYSE|Real Estate|Hotel & Resort REITs|26.51|1101|2.58|1.79|7.2|0.9
VLO|Valero Energy|NYSE|Energy|Oil & Gas Refining & Marketing|348.86|288|24.49|4.92|1.9|0.9
VLTO|Veralto|NYSE|Industrials|Environmental & Facilities Services|98.77|244|3.97|0.51|1.6|1.05
VMC|Vulcan Materials Company|NYSE|Materials|Construction Materials|276.04|130|8.47|2.13|0.8|1.05
VRSN|Verisign|NASDAQ|Technology|Internet Services & Infrastructure|281.8|90.4|9.22|3.3|0.6|1.2
VRTX|Vertex Pharmaceuticals|NASDAQ|Health Care|Biotechnology|548.05|253|17.18|0|1.6|0.75
VST|Vistra Corp.|NYSE|Utilities|Electric Utilities|136.21|336|5.93|0.9|2.2|0.55
VTR|Ventas|NYSE|Real Estate|Health Care REITs|93.06|513|0.55|2.01|3.3|0.9
VTRS|Viatris|NASDAQ|Health Care|Pharmaceuticals|16.32|1149|-0.37|0.49|7.5|0.75
WAB|Wabtec|NYSE|Industrials|Construction Machinery & Heavy Transportation Equipment|297.57|169|7.42|1.25|1.1|1.05
WAT|Waters Corporation|NYSE|Health Care|Life Sciences Tools & Services|410.7|98.2|3.97|0|0.6|0.75
WBD|Warner Bros. Discovery|NASDAQ|Communication Services|Broadcasting|28.55|2507|-1.29|0|16.3|0.9
WELL|Welltower|NYSE|Real Estate|Health Care REITs|239.22|721|2.23|3.42|4.7|0.9
WM|Waste Management|NYSE|Industrials|Environmental & Facilities Services|224.06|400|7.04|3.52|2.6|1.05
WRB|W. R. Berkley Corporation|NYSE|Financials|Property & Casualty Insurance|68.6|371|4.86|0.4|2.4|1.05
WST|West Pharmaceutical Services|NYSE|Health Care|Health Care Supplies|353.08|70.4|7.82|0.88|0.5|0.75
WTW|Willis Towers Watson|NASDAQ|Financials|Insurance Brokers|341.99|92.9|16.14|3.86|0.6|1.05
WY|Weyerhaeuser|NYSE|Real Estate|Timber REITs|24.43|721|0.66|0.83|4.7|0.9
WYNN|Wynn Resorts|NASDAQ|Consumer Discretionary|Casinos & Gaming|100.28|103|4.17|1|0.7|1.2
XEL|Xcel Energy|NASDAQ|Utilities|Multi-Utilities|76.3|625|3.65|2.3|4.1|0.55
XYL|Xylem Inc.|NYSE|Industrials|Industrial Machinery & Supplies & Components|113.42|233|4.2|1.72|1.5|1.05
YUM|Yum! Brands|NYSE|Consumer Discretionary|Restaurants|152.99|273|7.94|3.01|1.8|1.2
ZBH|Zimmer Biomet|NYSE|Health Care|Health Care Equipment|100.98|191|4.12|0.98|1.2|0.75
ZBRA|Zebra Technologies|NASDAQ|Technology|Electronic Equipment & Instruments|368.51|47.3|10.92|0|0.3|1.2
ZTS|Zoetis|NYSE|Health Care|Pharmaceuticals|77.73|413|6.13|2.2|2.7|0.75
`;
