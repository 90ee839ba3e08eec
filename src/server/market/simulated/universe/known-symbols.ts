/**
 * Symbols people type from habit, with the names of the real companies and funds and levels of the right order of
 * magnitude. Everything that happens to them here is invented.
 * Stock columns: symbol | name | exchange | sector | industry | price $ | shares (millions) | EPS $ | dividend $ | daily volume (millions) | beta
 */
export const KNOWN_STOCKS = `
AAPL|Apple Inc.|NASDAQ|Technology|Consumer Electronics|255|14800|7.1|1.04|52|1.15
MSFT|Microsoft Corporation|NASDAQ|Technology|Software|480|7430|13.9|3.32|21|1.0
NVDA|NVIDIA Corporation|NASDAQ|Technology|Semiconductors|175|24300|3.6|0.04|185|1.75
AMZN|Amazon.com, Inc.|NASDAQ|Consumer Discretionary|Internet Retail|225|10650|6.6|0|42|1.25
GOOGL|Alphabet Inc. Class A|NASDAQ|Communication Services|Internet Content|240|5820|9.4|0.84|34|1.1
GOOG|Alphabet Inc. Class C|NASDAQ|Communication Services|Internet Content|241|5430|9.4|0.84|22|1.1
META|Meta Platforms, Inc.|NASDAQ|Communication Services|Internet Content|640|2520|25.1|2.1|13|1.2
TSLA|Tesla, Inc.|NASDAQ|Consumer Discretionary|Automobiles|360|3320|1.7|0|88|1.95
AVGO|Broadcom Inc.|NASDAQ|Technology|Semiconductors|330|4720|4.3|2.36|22|1.35
ORCL|Oracle Corporation|NYSE|Technology|Software|230|2840|4.4|2|14|1.1
AMD|Advanced Micro Devices, Inc.|NASDAQ|Technology|Semiconductors|190|1628|1.9|0|45|1.8
INTC|Intel Corporation|NASDAQ|Technology|Semiconductors|34|4760|0.2|0|80|1.2
CSCO|Cisco Systems, Inc.|NASDAQ|Technology|Communication Equipment|69|3950|2.6|1.64|19|0.9
IBM|International Business Machines Corporation|NYSE|Technology|IT Services|280|934|8.4|6.72|4.6|0.75
CRM|Salesforce, Inc.|NYSE|Technology|Software|245|952|7.2|1.66|7|1.2
ADBE|Adobe Inc.|NASDAQ|Technology|Software|350|420|16.1|0|3.6|1.2
QCOM|QUALCOMM Incorporated|NASDAQ|Technology|Semiconductors|165|1080|10.2|3.56|8|1.2
TXN|Texas Instruments Incorporated|NASDAQ|Technology|Semiconductors|180|909|5.5|5.44|6|1.0
MU|Micron Technology, Inc.|NASDAQ|Technology|Semiconductors|200|1120|7.6|0.46|22|1.5
PLTR|Palantir Technologies Inc.|NASDAQ|Technology|Software|165|2380|0.4|0|62|1.9
NFLX|Netflix, Inc.|NASDAQ|Communication Services|Entertainment|1100|424|23.5|0|3.4|1.2
DIS|The Walt Disney Company|NYSE|Communication Services|Entertainment|112|1800|6.4|1|8.5|1.1
T|AT&T Inc.|NYSE|Communication Services|Telecom Services|26|7100|3.1|1.11|36|0.45
VZ|Verizon Communications Inc.|NYSE|Communication Services|Telecom Services|41|4220|4.7|2.76|20|0.4
CMCSA|Comcast Corporation|NASDAQ|Communication Services|Telecom Services|30|3650|5.9|1.32|26|0.8
JPM|JPMorgan Chase & Co.|NYSE|Financials|Banks|300|2720|20.2|6|8.6|1.05
BAC|Bank of America Corporation|NYSE|Financials|Banks|51|7320|3.7|1.12|36|1.15
WFC|Wells Fargo & Company|NYSE|Financials|Banks|83|3140|6.1|1.8|14|1.1
C|Citigroup Inc.|NYSE|Financials|Banks|99|1790|7.1|2.4|13|1.25
GS|The Goldman Sachs Group, Inc.|NYSE|Financials|Capital Markets|770|300|49|16|2|1.3
MS|Morgan Stanley|NYSE|Financials|Capital Markets|160|1590|9.8|4|6|1.25
V|Visa Inc. Class A|NYSE|Financials|Payment Services|340|1690|10.2|2.68|6.2|0.9
MA|Mastercard Incorporated Class A|NYSE|Financials|Payment Services|560|900|15.6|3.04|2.6|0.95
AXP|American Express Company|NYSE|Financials|Payment Services|350|690|15|3.28|2.6|1.2
BRK.B|Berkshire Hathaway Inc. Class B|NYSE|Financials|Insurance|495|1370|31|0|4.4|0.75
XOM|Exxon Mobil Corporation|NYSE|Energy|Oil & Gas|114|4260|7|4|15|0.7
CVX|Chevron Corporation|NYSE|Energy|Oil & Gas|155|2010|7.3|6.84|8.5|0.75
COP|ConocoPhillips|NYSE|Energy|Oil & Gas|92|1250|7.1|3.36|7|0.9
KO|The Coca-Cola Company|NYSE|Consumer Staples|Beverages|68|4300|3|2.04|15|0.45
PEP|PepsiCo, Inc.|NASDAQ|Consumer Staples|Beverages|147|1370|5.6|5.69|7.5|0.45
PG|The Procter & Gamble Company|NYSE|Consumer Staples|Household Products|152|2340|6.7|4.23|8|0.4
WMT|Walmart Inc.|NYSE|Consumer Staples|Discount Stores|103|7970|2.6|0.94|18|0.65
COST|Costco Wholesale Corporation|NASDAQ|Consumer Staples|Discount Stores|930|443|18.2|5.2|2.1|0.9
MCD|McDonald's Corporation|NYSE|Consumer Discretionary|Restaurants|305|713|11.7|7.44|3.3|0.5
SBUX|Starbucks Corporation|NASDAQ|Consumer Discretionary|Restaurants|84|1137|2|2.44|9.5|0.9
NKE|NIKE, Inc. Class B|NYSE|Consumer Discretionary|Apparel|67|1477|1.9|1.6|14|1.2
HD|The Home Depot, Inc.|NYSE|Consumer Discretionary|Home Improvement|385|995|14.7|9.2|3.9|1.0
F|Ford Motor Company|NYSE|Consumer Discretionary|Automobiles|12.8|3980|1.2|0.6|75|1.4
GM|General Motors Company|NYSE|Consumer Discretionary|Automobiles|64|950|5.3|0.6|9.5|1.3
JNJ|Johnson & Johnson|NYSE|Health Care|Pharmaceuticals|190|2410|10.4|5.2|8.4|0.4
PFE|Pfizer Inc.|NYSE|Health Care|Pharmaceuticals|25|5690|1.7|1.72|46|0.55
MRK|Merck & Co., Inc.|NYSE|Health Care|Pharmaceuticals|86|2500|7.5|3.24|14|0.45
LLY|Eli Lilly and Company|NYSE|Health Care|Pharmaceuticals|830|946|20.3|6|3.7|0.6
ABBV|AbbVie Inc.|NYSE|Health Care|Biotechnology|228|1770|2.1|6.56|6|0.5
UNH|UnitedHealth Group Incorporated|NYSE|Health Care|Health Insurance|345|906|19.3|8.84|9|0.6
BA|The Boeing Company|NYSE|Industrials|Aerospace & Defense|213|760|-9.6|0|8|1.3
CAT|Caterpillar Inc.|NYSE|Industrials|Machinery|520|468|19.5|6.04|3.5|1.3
GE|GE Aerospace|NYSE|Industrials|Aerospace & Defense|300|1055|7.5|1.44|5|1.25
HON|Honeywell International Inc.|NASDAQ|Industrials|Conglomerates|205|635|9.5|4.76|4|0.9
UPS|United Parcel Service, Inc. Class B|NYSE|Industrials|Freight & Logistics|86|733|6.5|6.56|7|1.0
DAL|Delta Air Lines, Inc.|NYSE|Industrials|Airlines|59|653|7.2|0.75|9|1.4
MMM|3M Company|NYSE|Industrials|Conglomerates|155|531|6.3|2.92|3.3|1.05
LIN|Linde plc|NASDAQ|Materials|Chemicals|450|469|15|6|2|0.85
FCX|Freeport-McMoRan Inc.|NYSE|Materials|Metals & Mining|41|1436|1.4|0.6|16|1.6
NEE|NextEra Energy, Inc.|NYSE|Utilities|Electric Utilities|84|2080|3.2|2.27|10|0.6
DUK|Duke Energy Corporation|NYSE|Utilities|Electric Utilities|124|778|6.3|4.26|3.6|0.45
AMT|American Tower Corporation|NYSE|Real Estate|Specialty REITs|190|468|6.2|6.8|2.5|0.8
PLD|Prologis, Inc.|NYSE|Real Estate|Industrial REITs|118|928|3.6|4.04|4|1.15
`;

/** Fund columns: symbol | name | exchange | tracked sector (empty = the whole market) | price $ | shares (millions) | dividend $ | daily volume (millions) | multiple of what it tracks | own daily volatility % */
export const KNOWN_FUNDS = `
SPY|SPDR S&P 500 ETF Trust|ARCA||660|985|7.1|72|1|0.02
VOO|Vanguard S&P 500 ETF|ARCA||605|1240|6.8|7.5|1|0.02
IVV|iShares Core S&P 500 ETF|ARCA||663|1010|7.9|6|1|0.02
QQQ|Invesco QQQ Trust|NASDAQ|Technology|590|640|2.8|50|1.1|0.15
IWM|iShares Russell 2000 ETF|ARCA||240|280|2.4|34|1.2|0.35
DIA|SPDR Dow Jones Industrial Average ETF Trust|ARCA||460|89|6.8|4.2|0.9|0.15
VTI|Vanguard Total Stock Market ETF|ARCA||325|1700|3.7|3.9|1|0.05
TQQQ|ProShares UltraPro QQQ|NASDAQ|Technology|98|290|0.6|78|3.3|0.3
SQQQ|ProShares UltraPro Short QQQ|NASDAQ|Technology|16|160|0.9|120|-3.3|0.3
SPXL|Direxion Daily S&P 500 Bull 3X Shares|ARCA||205|29|1.5|3.9|3|0.1
SH|ProShares Short S&P500|ARCA||37|29|1.7|6|-1|0.05
XLK|Technology Select Sector SPDR Fund|ARCA|Technology|280|330|1.5|6|1|0.1
XLF|Financial Select Sector SPDR Fund|ARCA|Financials|53|980|0.7|42|1|0.1
XLE|Energy Select Sector SPDR Fund|ARCA|Energy|89|305|2.9|16|1|0.1
XLV|Health Care Select Sector SPDR Fund|ARCA|Health Care|141|260|2.3|10|1|0.1
XLI|Industrial Select Sector SPDR Fund|ARCA|Industrials|153|155|2|8|1|0.1
XLP|Consumer Staples Select Sector SPDR Fund|ARCA|Consumer Staples|79|200|2.1|12|1|0.1
XLY|Consumer Discretionary Select Sector SPDR Fund|ARCA|Consumer Discretionary|235|103|1.9|5|1|0.1
XLU|Utilities Select Sector SPDR Fund|ARCA|Utilities|88|240|2.4|11|1|0.1
XLB|Materials Select Sector SPDR Fund|ARCA|Materials|90|58|1.7|6|1|0.1
XLRE|Real Estate Select Sector SPDR Fund|ARCA|Real Estate|42|185|1.4|6|1|0.1
XLC|Communication Services Select Sector SPDR Fund|ARCA|Communication Services|117|220|1.2|5|1|0.1
SMH|VanEck Semiconductor ETF|NASDAQ|Technology|330|90|1.2|8|1.4|0.5
ARKK|ARK Innovation ETF|ARCA|Technology|80|90|0|11|1.5|0.8
EEM|iShares MSCI Emerging Markets ETF|ARCA||53|350|1.3|30|0.8|0.6
EFA|iShares MSCI EAFE ETF|ARCA||94|710|2.6|14|0.75|0.4
GLD|SPDR Gold Shares|ARCA||355|330|0|12|0.05|0.9
SLV|iShares Silver Trust|ARCA||42|520|0|25|0.2|1.7
TLT|iShares 20+ Year Treasury Bond ETF|NASDAQ||89|560|3.9|38|-0.1|0.85
HYG|iShares iBoxx $ High Yield Corporate Bond ETF|ARCA||80|215|4.6|38|0.3|0.15
`;
