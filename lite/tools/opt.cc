#include "lite/tools/opt_main.h"

int main(int argc, char** argv) { return paddle::lite::tools::OptMain(argc, argv); }
