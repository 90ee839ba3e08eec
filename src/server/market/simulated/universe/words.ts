/** Vocabulary of invented companies and funds. */

export const NAME_STARTS = [
  'Al', 'Am', 'An', 'Ar', 'As', 'Au', 'Az', 'Bal', 'Bel', 'Ber', 'Bor', 'Bri', 'Cal', 'Cam', 'Cas', 'Cel', 'Cer', 'Cor', 'Cy', 'Dar', 'Del', 'Dor', 'Dun',
  'El', 'Em', 'En', 'Es', 'Ev', 'Fal', 'Far', 'Fen', 'Fir', 'Gal', 'Gar', 'Gen', 'Gil', 'Hal', 'Har', 'Hel', 'Hol', 'Il', 'Im', 'In', 'Jas', 'Jor', 'Kal',
  'Kel', 'Ken', 'Kir', 'Lan', 'Lar', 'Len', 'Lor', 'Lum', 'Mal', 'Mar', 'Mel', 'Mer', 'Mon', 'Nal', 'Nar', 'Nev', 'Nor', 'Ol', 'Or', 'Os', 'Pal', 'Par',
  'Pel', 'Por', 'Qua', 'Ral', 'Ren', 'Ros', 'Sal', 'San', 'Sel', 'Ser', 'Sol', 'Syl', 'Tal', 'Tam', 'Ter', 'Tor', 'Ul', 'Ur', 'Val', 'Var', 'Ver', 'Vol',
  'Wal', 'Wen', 'Wil', 'Xan', 'Yar', 'Yor', 'Zel', 'Zen',
];

export const NAME_MIDDLES = [
  'a', 'e', 'i', 'o', 'ba', 'be', 'bi', 'ca', 'ce', 'ci', 'co', 'da', 'de', 'di', 'do', 'fa', 'fi', 'ga', 'go', 'la', 'le', 'li', 'lo', 'ma', 'me', 'mi', 'mo',
  'na', 'ne', 'ni', 'no', 'pa', 'pi', 'ra', 're', 'ri', 'ro', 'sa', 'se', 'si', 'ta', 'te', 'ti', 'to', 'va', 've', 'vi', 'za', 'ze',
];

export const NAME_ENDS = [
  'ban', 'bor', 'cent', 'cor', 'dale', 'dan', 'dex', 'dia', 'don', 'fax', 'fern', 'ford', 'gan', 'gen', 'gent', 'land', 'lex', 'lin', 'lis', 'lon', 'lux', 'mar',
  'mark', 'mont', 'mor', 'nar', 'nex', 'nia', 'nix', 'nor', 'nova', 'pex', 'phor', 'plex', 'quest', 'ra', 'ran', 'rex', 'ria', 'ris', 'rix', 'ron', 'san', 'sis', 'son',
  'stad', 'stone', 'tan', 'tas', 'tec', 'ten', 'tera', 'tex', 'thor', 'tis', 'ton', 'tor', 'tra', 'tris', 'trix', 'tron', 'va', 'van', 'vex', 'via', 'vis', 'vista', 'vo', 'wick', 'worth', 'xis', 'zon',
];

export const LEGAL_FORMS = ['Inc.', 'Inc.', 'Inc.', 'Corporation', 'Corp.', 'Company', 'Holdings, Inc.', 'Group, Inc.', 'Ltd.', 'plc'];

/** Sector name, share of all companies, and per industry the words its companies are called by. */
export interface SectorWords {
  readonly name: string;
  readonly weight: number;
  readonly industries: readonly (readonly [industry: string, ...callings: string[]])[];
}

export const SECTORS: readonly SectorWords[] = [
  { name: 'Technology', weight: 16, industries: [['Software', 'Software', 'Systems', 'Cloud', 'Digital'], ['Semiconductors', 'Semiconductor', 'Microsystems', 'Devices'], ['IT Services', 'Consulting', 'Data Services'], ['Communication Equipment', 'Networks', 'Optical', 'Wireless'], ['Consumer Electronics', 'Electronics', 'Audio'], ['Electronic Components', 'Instruments', 'Sensors']] },
  { name: 'Health Care', weight: 20, industries: [['Biotechnology', 'Therapeutics', 'Biosciences', 'Genomics', 'Oncology'], ['Pharmaceuticals', 'Pharmaceuticals', 'Pharma'], ['Medical Devices', 'Medical', 'Surgical'], ['Health Insurance', 'Health Plans', 'Healthcare'], ['Diagnostics', 'Diagnostics', 'Laboratories']] },
  { name: 'Financials', weight: 17, industries: [['Banks', 'Bancorp', 'Bancshares', 'Financial'], ['Capital Markets', 'Capital', 'Partners'], ['Insurance', 'Insurance Group', 'Assurance'], ['Payment Services', 'Payments'], ['Asset Management', 'Asset Management', 'Advisors']] },
  { name: 'Industrials', weight: 13, industries: [['Machinery', 'Machinery', 'Equipment'], ['Aerospace & Defense', 'Aerospace', 'Defense Systems'], ['Freight & Logistics', 'Logistics', 'Freight'], ['Airlines', 'Airways'], ['Building Products', 'Building Products'], ['Engineering', 'Engineering', 'Construction']] },
  { name: 'Consumer Discretionary', weight: 11, industries: [['Specialty Retail', 'Stores', 'Outfitters'], ['Restaurants', 'Restaurants', 'Kitchens'], ['Automobiles', 'Motors', 'Mobility'], ['Apparel', 'Apparel', 'Footwear'], ['Hotels & Leisure', 'Resorts', 'Cruises'], ['Internet Retail', 'Marketplace']] },
  { name: 'Consumer Staples', weight: 5, industries: [['Packaged Foods', 'Foods', 'Farms'], ['Beverages', 'Beverages', 'Brewing'], ['Household Products', 'Home Products', 'Brands'], ['Discount Stores', 'Markets']] },
  { name: 'Energy', weight: 6, industries: [['Oil & Gas', 'Energy', 'Petroleum', 'Resources'], ['Oil Services', 'Drilling', 'Offshore'], ['Pipelines', 'Midstream'], ['Renewable Energy', 'Solar', 'Renewables']] },
  { name: 'Materials', weight: 5, industries: [['Chemicals', 'Chemical', 'Polymers'], ['Metals & Mining', 'Metals', 'Mining'], ['Gold', 'Gold', 'Royalty'], ['Packaging', 'Packaging', 'Containers']] },
  { name: 'Utilities', weight: 3, industries: [['Electric Utilities', 'Power', 'Electric'], ['Gas Utilities', 'Gas'], ['Water Utilities', 'Water']] },
  { name: 'Real Estate', weight: 6, industries: [['Residential REITs', 'Residential Trust', 'Homes'], ['Office REITs', 'Office Properties'], ['Retail REITs', 'Retail Properties'], ['Industrial REITs', 'Logistics Trust'], ['Specialty REITs', 'Towers', 'Storage']] },
  { name: 'Communication Services', weight: 4, industries: [['Telecom Services', 'Communications', 'Telecom'], ['Entertainment', 'Entertainment', 'Studios', 'Games'], ['Internet Content', 'Media', 'Interactive'], ['Publishing', 'Publishing']] },
];

export const FUND_HOUSES = ['Northgate', 'Clearwell', 'Harbor Row', 'Stonebridge', 'Meridian Hill', 'Bluecrest Lane', 'Oakmere', 'Fairlight', 'Summit Ridge', 'Kestrel'];
export const FUND_STYLES = ['Dividend', 'Growth', 'Value', 'Low Volatility', 'Momentum', 'Quality', 'Equal Weight', 'Small Cap', 'Mid Cap', 'Large Cap', 'Income', 'Buyback'];

/** Letters that must not come up as a ticker. */
export const UNWANTED_TICKERS: ReadonlySet<string> = new Set(['ANAL', 'ANUS', 'ASS', 'CUM', 'COON', 'DAMN', 'DICK', 'FAG', 'GOOK', 'HELL', 'KKK', 'NAZI', 'PISS', 'PORN', 'RAPE', 'SEX', 'SHIT', 'SLUT', 'TEST', 'TIT', 'TITS', 'WANK', 'NULL', 'NAN', 'TRUE']);
