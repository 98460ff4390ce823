#ifndef TRIBUTARY_CLIENT_TEMPLATES_H
#define TRIBUTARY_CLIENT_TEMPLATES_H

// The files beside this folder, as text that ends with a zero.
const char *client_template_python(void);
const char *client_template_typescript(void);
const char *client_template_swift(void);

#endif
