/** A sector of the invented market: its share of all companies and, per industry, the terms that its companies have in their names. */
export interface Sector {
  readonly name: string;
  readonly weight: number;
  readonly industries: readonly (readonly [industry: string, ...terms: string[]])[];
}

/** The sectors of the simulated market. */
export const SECTORS: readonly Sector[] = [
  {
    name: 'Technology',
    weight: 16,
    industries: [
      ['Software', 'Software', 'Systems', 'Cloud', 'Digital'],
      ['Semiconductors', 'Semiconductor', 'Microsystems', 'Devices'],
      ['IT Services', 'Consulting', 'Data Services'],
      ['Communication Equipment', 'Networks', 'Optical', 'Wireless'],
      ['Consumer Electronics', 'Electronics', 'Audio'],
      ['Electronic Components', 'Instruments', 'Sensors'],
    ],
  },
  {
    name: 'Health Care',
    weight: 20,
    industries: [
      ['Biotechnology', 'Therapeutics', 'Biosciences', 'Genomics', 'Oncology'],
      ['Pharmaceuticals', 'Pharmaceuticals', 'Pharma'],
      ['Medical Devices', 'Medical', 'Surgical'],
      ['Health Insurance', 'Health Plans', 'Healthcare'],
      ['Diagnostics', 'Diagnostics', 'Laboratories'],
    ],
  },
  {
    name: 'Financials',
    weight: 17,
    industries: [
      ['Banks', 'Bancorp', 'Bancshares', 'Financial'],
      ['Capital Markets', 'Capital', 'Partners'],
      ['Insurance', 'Insurance Group', 'Assurance'],
      ['Payment Services', 'Payments'],
      ['Asset Management', 'Asset Management', 'Advisors'],
    ],
  },
  {
    name: 'Industrials',
    weight: 13,
    industries: [
      ['Machinery', 'Machinery', 'Equipment'],
      ['Aerospace & Defense', 'Aerospace', 'Defense Systems'],
      ['Freight & Logistics', 'Logistics', 'Freight'],
      ['Airlines', 'Airways'],
      ['Building Products', 'Building Products'],
      ['Engineering', 'Engineering', 'Construction'],
    ],
  },
  {
    name: 'Consumer Discretionary',
    weight: 11,
    industries: [
      ['Specialty Retail', 'Stores', 'Outfitters'],
      ['Restaurants', 'Restaurants', 'Kitchens'],
      ['Automobiles', 'Motors', 'Mobility'],
      ['Apparel', 'Apparel', 'Footwear'],
      ['Hotels & Leisure', 'Resorts', 'Cruises'],
      ['Internet Retail', 'Marketplace'],
    ],
  },
  {
    name: 'Consumer Staples',
    weight: 5,
    industries: [
      ['Packaged Foods', 'Foods', 'Farms'],
      ['Beverages', 'Beverages', 'Brewing'],
      ['Household Products', 'Home Products', 'Brands'],
      ['Discount Stores', 'Markets'],
    ],
  },
  {
    name: 'Energy',
    weight: 6,
    industries: [
      ['Oil & Gas', 'Energy', 'Petroleum', 'Resources'],
      ['Oil Services', 'Drilling', 'Offshore'],
      ['Pipelines', 'Midstream'],
      ['Renewable Energy', 'Solar', 'Renewables'],
    ],
  },
  {
    name: 'Materials',
    weight: 5,
    industries: [
      ['Chemicals', 'Chemical', 'Polymers'],
      ['Metals & Mining', 'Metals', 'Mining'],
      ['Gold', 'Gold', 'Royalty'],
      ['Packaging', 'Packaging', 'Containers'],
    ],
  },
  {
    name: 'Utilities',
    weight: 3,
    industries: [
      ['Electric Utilities', 'Power', 'Electric'],
      ['Gas Utilities', 'Gas'],
      ['Water Utilities', 'Water'],
    ],
  },
  {
    name: 'Real Estate',
    weight: 6,
    industries: [
      ['Residential REITs', 'Residential Trust', 'Homes'],
      ['Office REITs', 'Office Properties'],
      ['Retail REITs', 'Retail Properties'],
      ['Industrial REITs', 'Logistics Trust'],
      ['Specialty REITs', 'Towers', 'Storage'],
    ],
  },
  {
    name: 'Communication Services',
    weight: 4,
    industries: [
      ['Telecom Services', 'Communications', 'Telecom'],
      ['Entertainment', 'Entertainment', 'Studios', 'Games'],
      ['Internet Content', 'Media', 'Interactive'],
      ['Publishing', 'Publishing'],
    ],
  },
];
