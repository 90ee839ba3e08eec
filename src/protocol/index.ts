export * from './catalogue.ts';
export * from './entry.ts';
export * from './external-broker.ts';
export * from './http.ts';
export { ACCOUNT_SELECT_FAILURES, LOGIN_FAILURES, PASSWORD_CHANGE_RESULTS, contactBody, executionReportBody, orderBody, orderCancelBody, orderSendBody, positionBody } from './trading.ts';
export { candleBody, symbolInfoBody } from './data.ts';
export { quoteBody, tradeBody } from './streaming.ts';
