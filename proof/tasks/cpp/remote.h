#ifndef REMOTE_H
#define REMOTE_H

#include "truth.h"

#include <string.h>

// front asks the process that has written its address into a file, and works before and after that.
void front(Run &r, const std::string &file);

// back answers requests, until it gets number 0.
void back(Run &r, const std::string &file);

#endif
