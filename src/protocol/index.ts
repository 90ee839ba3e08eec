export * from './catalogue.ts';
export * from './entry.ts';
export * from './http.ts';
export { ACCOUNT_SELECT_FAILURES, LOGIN_FAILURES, executionReportBody, orderBody, orderCancelBody, orderSendBody, positionBody } from './trading.ts';
export { candleBody, symbolInfoBody } from './data.ts';
export { quoteBody, tradeBody } from './streaming.ts';
