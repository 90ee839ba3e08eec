import { list, steps, text, type Topic } from '../content.ts';

export const contactInfo: Topic = {
  id: 'contact-info',
  title: 'Contact info',
  group: 'Your account',
  summary: 'Name, phones, email and address, and how to correct them.',
  concept: [
    ...text(
      'Brokers must be able to reach you: about a margin call, a corporate action, or an order that was busted hours later. A wrong phone number is not a matter of form; it costs money on the one day that counts.',
    ),
  ],
  here: [
    steps(
      'On your [profile](profile), choose **Edit** beside the contact info.',
      'Correct the fields. The list of countries begins with the most frequent ones; the others follow by name.',
      '**Save** sends them; "Contact info has been saved" says that it is done. **Cancel** changes nothing.',
    ),
    list('In a demo the form is not offered: a demo user has no contact data.'),
  ],
  related: ['profile'],
};
