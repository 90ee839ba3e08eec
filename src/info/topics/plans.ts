import { heading, list, steps, text, type Topic } from '../content.ts';

export const plans: Topic = {
  id: 'plans',
  title: 'Plans and permissions',
  group: 'Your account',
  summary: 'Which tools a user may open, and how to get more of them.',
  concept: [
    ...text(
      'Market data and trading rights are granted to each user: exchanges charge for depth and options data, and a broker must know who may trade what. So a desk shows each of its users the tools that their plan includes, and says so plainly where one is not included.',
      'A plan here is a set of permissions of your user. A demo session has all of the tools for watching and none for trading.',
    ),
  ],
  here: [
    heading('What the permissions open'),
    list(
      '**Market View**, **MarketScreen**, **Chart**, **Price Alerts** (chart alerts), **Option Chain** and **AlgoStream** (algorithmic trading) each have a permission of their name.',
      '**Market Maker** and order entry need the permission for stocks.',
    ),
    heading('To get one'),
    steps(
      'Contact the administrator of this server, and name the tool.',
      'They grant it with `npm run admin -- user permissions NAME …`; the list of names is in `npm run admin -- help`.',
      'It applies within seconds, also to the connections that you have open.',
    ),
    heading('From the demo'),
    list(
      'Sign in with a user of your own to trade and to have your workspaces saved: the administrator of this server creates one for you.',
    ),
  ],
  related: ['demo', 'accounts', 'profile'],
};
