import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';

export const countryPermission = riskCheck({
  id: 'country-permission',
  codes: [OrderError.NoCountryPermission],
  title: 'Permission for the country',
  explain: 'The account may not trade instruments of the country.',
  check: ({ account, instrument }) =>
    instrument?.country !== undefined && account?.countries?.includes(instrument.country) === true
      ? 0
      : OrderError.NoCountryPermission,
});
